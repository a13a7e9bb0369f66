import { sql } from 'kysely';
import type { Condition } from '../db/sql/objectConditions.ts';
import { isBy } from './isBy.ts';
import { type LayerAccess, layersWhere, passesRuleset } from './layerQuery.ts';
import { objectKinds } from './ObjectKind.ts';
import { hasBlurredPositions } from './visibleGeometry.ts';

/** D-CLS-07: an object that waits for review or was hidden is visible to its unit and to its reporter. */
function isReviewedOrOwn(layers: readonly LayerAccess[]): Condition {
  const reporters = layers.flatMap(({ rights }) => (rights.unreviewed === 'all' ? [] : [rights.unreviewed]));
  // All layers of a query are read by one actor.
  const [reporter] = reporters;
  if (reporter === undefined) return sql`true`;
  const seesAll = layersWhere(layers, ({ rights }) => rights.unreviewed === 'all');
  return sql`(g.review IS NULL OR ${seesAll} OR ${isBy(reporter)})`;
}

/** Lines and polygons have no middle that would tell nothing: where positions are blurred they are hidden. */
const isPointWhereBlurred = (layers: readonly LayerAccess[]): Condition =>
  layers.some(hasBlurredPositions)
    ? sql`AND (g.kind = ${sql.lit(objectKinds.point)} OR NOT ${layersWhere(layers, hasBlurredPositions)})`
    : sql``;

/**
 * The only statement of who may see an object: `g` is an object of the layer `l` that the actor may see there, by the
 * layer's publicity and the object's own (D-PERM-03), its review (D-CLS-07) and the layer's ruleset (D-CLS-06);
 * `visibleGeometry` says where they see it. Deleted objects are visible to nobody, unless `isDeletedVisible` leaves that decision to the caller.
 */
export function visibleObjects(
  layers: readonly LayerAccess[],
  { isDeletedVisible = false }: { readonly isDeletedVisible?: boolean } = {},
): Condition {
  return sql`g.company_id = l.company_id AND g.class_id = l.owner_id
    ${isDeletedVisible ? sql`` : sql`AND g.deleted_at IS NULL`}
    AND NOT ${layersWhere(layers, ({ rights }) => rights.objects === 'none')}
    AND (g.is_public OR ${layersWhere(layers, ({ rights }) => rights.objects === 'all')})
    AND ${isReviewedOrOwn(layers)} ${isPointWhereBlurred(layers)}
    AND ${passesRuleset(layers)}`;
}
