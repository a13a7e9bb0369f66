import { companyOf, type LayerDensity, type LayerId } from '@pgis/contract';
import { type Kysely, type SqlBool, sql } from 'kysely';
import type { Schema } from '../../db/schema.ts';
import type { TreeNodeValues } from '../tree/TreeNodeValues.ts';
import { markSpacingOutdated } from './measureSpacing.ts';

interface LayerChange {
  readonly stored: TreeNodeValues;
  readonly values: TreeNodeValues;
  /** The new values that differ from the stored ones, by name. */
  readonly changed: Readonly<Record<string, unknown>>;
}

const weighsByField = ({ kind, weight }: LayerDensity): boolean => kind === 'heat' && weight === 'field';

/**
 * Has a layer measured again when a change makes its last measure wrong. Views of it whose heat maps weigh by a field follow when
 * fields change: the number may have another unit now. Call it before fields are renamed; returns the ids of those layers.
 */
export async function markChangedOutdated(
  db: Kysely<Schema>,
  id: LayerId,
  { stored, values, changed }: LayerChange,
): Promise<readonly LayerId[]> {
  // The scale for visitors tells of objects that they no longer see, so it does not outlive their visibility.
  const dropsScale =
    values.density.kind === 'heat' && (stored.density.kind !== 'heat' || 'allObjectsPublic' in changed);
  const hasOtherFields = 'layerFields' in changed;
  const isOutdated =
    dropsScale ||
    'density' in changed ||
    'ruleset' in changed ||
    (hasOtherFields && weighsByField(values.density));
  if (isOutdated) await markSpacingOutdated(db, id, { dropsScale });
  const views = hasOtherFields ? await listWeighingViews(db, id) : [];
  for (const view of views) await markSpacingOutdated(db, view, { dropsScale: false });
  return isOutdated ? [id, ...views] : views;
}

async function listWeighingViews(db: Kysely<Schema>, ownerId: LayerId): Promise<readonly LayerId[]> {
  const views = await db
    .selectFrom('classifiers')
    .select(['id', 'density'])
    .where('company_id', '=', companyOf(ownerId))
    .where('source_id', '=', ownerId)
    .where(sql<SqlBool>`deleted_at IS NULL`)
    .orderBy('id')
    .forUpdate()
    .execute();
  return views.filter(({ density }) => weighsByField(density)).map(({ id }) => id);
}
