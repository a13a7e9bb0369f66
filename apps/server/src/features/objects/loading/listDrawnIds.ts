import { type LayerId, limits, type ObjectId } from '@pgis/contract';
import type { Database } from '../../../db/Database.ts';
import { streamQuery } from '../../../db/streamQuery.ts';
import type { ObjectQuery } from '../../../query/ObjectQuery.ts';
import { ruleSwitches } from '../../../query/ruleSwitches.ts';
import { selectRuleData } from './selectFeatures.ts';

interface Row {
  readonly id: ObjectId;
  readonly layerId: LayerId;
  readonly data: unknown;
}

/**
 * Returns the ids of the first drawn objects of each layer with switched-off rules, so that the limit of a list counts
 * what is on the map. Reads few columns, and stops at `limit` objects of all layers together.
 */
export async function listDrawnIds(
  database: Database,
  query: ObjectQuery,
  limit: number,
): Promise<ReadonlyMap<number, readonly number[]>> {
  const { data, hasHiddenRules, isDrawn } = ruleSwitches(query);
  const layers = query.layers.filter(({ layer }) => hasHiddenRules(layer.id));
  const idsByLayer = new Map(layers.map(({ layer }): [number, number[]] => [layer.id, []]));
  if (layers.length === 0) return idsByLayer;
  const statement = selectRuleData({ ...query, layers }, data).compile(database.db);
  const rows = streamQuery<Row>(database, statement, {
    statementMs: limits.statementMs.request,
  });
  let remaining = limit;
  for await (const { id, layerId, data: fields } of rows) {
    if (!isDrawn(layerId, fields)) continue;
    idsByLayer.get(layerId)?.push(id);
    remaining -= 1;
    if (remaining === 0) break;
  }
  return idsByLayer;
}
