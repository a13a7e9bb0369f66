import type { CompanyId } from '@pgis/contract';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Schema } from '../../db/schema.ts';
import type { ObjectData } from '../../objects/parseData.ts';

/** Value of a field of `g`; `held` means nothing where `has` is false. */
export interface StoredValue {
  readonly has: boolean;
  readonly held: ObjectData[string];
}
export const storedValue = (field: string): RawBuilder<unknown> =>
  sql`g.data ? ${field}::text AS has, g.data -> ${field}::text AS held`;

interface FieldWrite {
  readonly companyId: CompanyId;
  readonly field: string;
  /** New values by object; undefined removes the field. */
  readonly values: ReadonlyMap<number, ObjectData[string] | undefined>;
}

/**
 * Writes in one statement, so that the trigger that records map changes runs once. Returns the size of the
 * largest data it made.
 */
export async function writeField(
  db: Kysely<Schema>,
  { companyId, field, values }: FieldWrite,
): Promise<{ readonly bytes: number; readonly keys: number }> {
  // A value shared by many objects is sent once.
  const texts = [...values.values()].map((value) => JSON.stringify(value) ?? null);
  const different = [...new Set(texts)];
  const ranks = new Map(different.map((text, index) => [text, index + 1]));
  const { rows } = await sql<{ bytes: number; keys: number }>`
    WITH written AS (
      UPDATE geoms AS g
      SET data = CASE WHEN v.value IS NULL THEN g.data - ${field}::text
                      ELSE g.data || jsonb_build_object(${field}::text, v.value::jsonb) END,
          version = g.version + 1, updated_at = now()
      FROM unnest(${[...values.keys()]}::bigint[], ${texts.map((text) => ranks.get(text))}::integer[]) AS o (id, rank)
      JOIN unnest(${different}::text[]) WITH ORDINALITY AS v (value, rank) ON v.rank = o.rank
      WHERE g.company_id = ${companyId}::integer AND g.id = o.id
      RETURNING g.data)
    SELECT coalesce(max(octet_length(data::text)), 0) AS bytes,
           coalesce(max((SELECT count(*) FROM jsonb_object_keys(data))), 0)::integer AS keys
    FROM written`.execute(db);
  return rows[0] ?? { bytes: 0, keys: 0 };
}
