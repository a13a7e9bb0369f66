import { type HiddenRules, limits } from '@pgis/contract';
import type { Extent } from '@pgis/geo';
import type { Database } from '../../db/Database.ts';
import { streamQuery } from '../../db/streamQuery.ts';
import type { LayerScope } from '../classifiers/index.ts';
import { ruleSwitches } from './ruleSwitches.ts';
import { selectChoosing } from './selectFeatures.ts';

interface Row {
  readonly id: number;
  readonly layerId: number;
  readonly data: unknown;
}

interface Wanted {
  readonly extent: Extent;
  readonly hidden: readonly HiddenRules[];
  /** Of all layers together. */
  readonly most: number;
}

/**
 * By layer the ids of the first objects that are drawn, for the layers of which the reader has switched rules off: so the
 * limit of a list counts what is on the map. Reads few columns, and no further than it has to.
 */
export async function pickShown(
  database: Database,
  scopes: readonly LayerScope[],
  { extent, hidden, most }: Wanted,
): Promise<ReadonlyMap<number, readonly number[]>> {
  const { data, isNarrowed, isShown } = ruleSwitches(scopes, hidden);
  const narrowed = scopes.filter(({ layer }) => isNarrowed(layer.id));
  const idsOf = new Map(narrowed.map(({ layer }): [number, number[]] => [layer.id, []]));
  if (narrowed.length === 0) return idsOf;
  const query = selectChoosing(narrowed, extent, data).compile(database.db);
  const rows = streamQuery<Row>(database, query.sql, query.parameters, {
    statementMs: limits.statementMs.request,
  });
  let left = most;
  for await (const { id, layerId, data: held } of rows) {
    if (!isShown(layerId, held)) continue;
    idsOf.get(layerId)?.push(id);
    left -= 1;
    if (left === 0) break;
  }
  return idsOf;
}
