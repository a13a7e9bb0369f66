import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Schema } from '../../db/schema.ts';
import type { ObjectData } from '../objects/index.ts';

/** What a field of `g` holds; `held` says nothing where it `has` nothing. */
export interface HeldValue {
  readonly has: boolean;
  readonly held: ObjectData[string];
}
export const heldValue = (field: string): RawBuilder<unknown> =>
  sql`g.data ? ${field}::text AS has, g.data -> ${field}::text AS held`;

interface FieldWrite {
  readonly companyId: number;
  readonly field: string;
  /** By object; undefined takes the field away. */
  readonly values: ReadonlyMap<number, ObjectData[string] | undefined>;
}

/** One statement, so that what keeps pictures of the map hears of it once; gives the largest data that it made. */
export async function writeField(
  db: Kysely<Schema>,
  { companyId, field, values }: FieldWrite,
): Promise<{ readonly bytes: number; readonly keys: number }> {
  // A value that many get is sent once.
  const texts = [...values.values()].map((value) => JSON.stringify(value) ?? null);
  const different = [...new Set(texts)];
  const places = new Map(different.map((text, index) => [text, index + 1]));
  const { rows } = await sql<{ bytes: number; keys: number }>`
    WITH written AS (
      UPDATE geoms AS g
      SET data = CASE WHEN v.value IS NULL THEN g.data - ${field}::text
                      ELSE g.data || jsonb_build_object(${field}::text, v.value::jsonb) END,
          version = g.version + 1, updated_at = now()
      FROM unnest(${[...values.keys()]}::bigint[], ${texts.map((text) => places.get(text))}::integer[]) AS o (id, place)
      JOIN unnest(${different}::text[]) WITH ORDINALITY AS v (value, place) ON v.place = o.place
      WHERE g.company_id = ${companyId}::integer AND g.id = o.id
      RETURNING g.data)
    SELECT coalesce(max(octet_length(data::text)), 0) AS bytes,
           coalesce(max((SELECT count(*) FROM jsonb_object_keys(data))), 0)::integer AS keys
    FROM written`.execute(db);
  return rows[0] ?? { bytes: 0, keys: 0 };
}
