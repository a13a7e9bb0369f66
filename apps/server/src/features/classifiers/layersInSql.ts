import { type RawBuilder, sql } from 'kysely';
import { allOf, type Condition, fieldContains, rulesetCondition } from '../../db/sql/objectConditions.ts';
import type { LayerRights, Reporter } from './layerRights.ts';
import type { ShownLayer } from './ShownLayer.ts';

/** A layer as one query reads it: what the actor may see of it, narrowed by filters. */
export interface LayerScope {
  readonly layer: ShownLayer;
  readonly rights: LayerRights;
  /** D-OBJ-14: all of them must hold. */
  readonly filters: readonly { readonly field: string; readonly value: string }[];
}

/**
 * The scopes as rows `l (place, company_id, layer_id, owner_id)`; `place` counts from 0 and is what `perLayer` asks.
 * One statement serves any number of layers: it reads their objects with `CROSS JOIN LATERAL`.
 */
export const layerRows = (scopes: readonly LayerScope[]): RawBuilder<unknown> => sql`
  (SELECT ordinality::integer - 1 AS place, company_id, layer_id, owner_id
   FROM unnest(${scopes.map(({ layer }) => layer.companyId)}::integer[],
               ${scopes.map(({ layer }) => layer.id)}::bigint[],
               ${scopes.map(({ layer }) => layer.ownerId)}::bigint[])
        WITH ORDINALITY AS item(company_id, layer_id, owner_id, ordinality)) AS l`;

/** The one scope of a query as a row `l` of constants, which the planner looks through. */
export const layerRow = ({ layer }: LayerScope): RawBuilder<unknown> => sql`
  (SELECT 0 AS place, ${layer.companyId}::integer AS company_id, ${layer.id}::bigint AS layer_id,
          ${layer.ownerId}::bigint AS owner_id) AS l`;

/** An expression that differs from layer to layer: `pick` gives undefined where `otherwise` serves. */
export function perLayer<T>(
  scopes: readonly LayerScope[],
  pick: (scope: LayerScope, place: number) => RawBuilder<T> | undefined,
  otherwise: RawBuilder<T>,
): RawBuilder<T> {
  const cases = scopes.flatMap((scope, place) => {
    const expression = pick(scope, place);
    return expression === undefined ? [] : [sql`WHEN ${sql.lit(place)} THEN ${expression}`];
  });
  return cases.length === 0 ? otherwise : sql`CASE l.place ${sql.join(cases, sql` `)} ELSE ${otherwise} END`;
}

/** Places of the scopes for which something holds, as a condition on `l`. */
export function inLayersWhere(
  scopes: readonly LayerScope[],
  holds: (scope: LayerScope) => boolean,
): Condition {
  const places = scopes.flatMap((scope, place) => (holds(scope) ? [place] : []));
  if (places.length === 0) return sql`false`;
  if (places.length === scopes.length) return sql`true`;
  return sql`(l.place = ANY(${places}::integer[]))`;
}

export const isBy = ({ authorId, visitorId, reportIds }: Reporter): Condition => {
  const ways: Condition[] = [];
  if (authorId !== undefined) ways.push(sql`g.author_id IS NOT DISTINCT FROM ${authorId}::bigint`);
  if (visitorId !== undefined) ways.push(sql`g.visitor_id IS NOT DISTINCT FROM ${visitorId}::uuid`);
  if (reportIds.length > 0) ways.push(sql`g.id = ANY(${reportIds}::bigint[])`);
  return ways.length === 0 ? sql`false` : sql`(${sql.join(ways, sql` OR `)})`;
};

/** D-CLS-07: what waits for review or was hidden is there for its unit, and for who reported it. */
function isShown(scopes: readonly LayerScope[]): Condition {
  const reporters = scopes.flatMap(({ rights }) => (rights.unreviewed === 'all' ? [] : [rights.unreviewed]));
  // The scopes of a query are one actor's.
  const [reporter] = reporters;
  if (reporter === undefined) return sql`true`;
  const seesAll = inLayersWhere(scopes, ({ rights }) => rights.unreviewed === 'all');
  return sql`(g.review IS NULL OR ${seesAll} OR ${isBy(reporter)})`;
}

/**
 * Living objects `g` of the layer `l` that the actor may see there: visibility and review (D-CLS-07), the layer's
 * ruleset (D-CLS-06), filters. Every reading query of objects goes through it.
 */
export function visibleObjects(scopes: readonly LayerScope[]): Condition {
  const narrowed = perLayer(
    scopes,
    ({ layer, filters }) =>
      allOf([
        rulesetCondition(layer.ruleset),
        ...filters.map(({ field, value }) => fieldContains(field, value)),
      ]),
    sql`true`,
  );
  return sql`g.company_id = l.company_id AND g.class_id = l.owner_id AND g.deleted_at IS NULL
    AND NOT ${inLayersWhere(scopes, ({ rights }) => rights.objects === 'none')}
    AND (g.is_public OR ${inLayersWhere(scopes, ({ rights }) => rights.objects === 'all')})
    AND ${isShown(scopes)}
    AND ${narrowed}`;
}
