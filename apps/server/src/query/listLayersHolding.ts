import type { LayerId } from '@pgis/contract';
import { type Kysely, sql } from 'kysely';
import type { Schema } from '../db/schema.ts';
import { layerValues } from '../layers/layerQuery.ts';
import type { ObjectQuery } from './ObjectQuery.ts';
import { toCondition } from './toCondition.ts';

/** Ids of the layers of a query in which at least one object passes it. */
export async function listLayersHolding(
  db: Kysely<Schema>,
  query: ObjectQuery,
): Promise<ReadonlySet<number>> {
  if (query.layers.length === 0) return new Set();
  const { rows } = await sql<{ id: LayerId }>`
    SELECT l.layer_id AS id FROM ${layerValues(query.layers)}
    WHERE EXISTS (SELECT 1 FROM geoms AS g WHERE ${toCondition(query)})`.execute(db);
  return new Set(rows.map(({ id }) => id));
}
