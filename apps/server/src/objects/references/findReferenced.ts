import {
  type LayerField,
  type LayerId,
  type ObjectId,
  referenceOf,
  toReferencedId,
  toStoredValue,
} from '@pgis/contract';
import { type Kysely, sql } from 'kysely';
import type { Schema } from '../../db/schema.ts';
import { type LayerAccess, layerConstants } from '../../layers/layerQuery.ts';
import { toCondition } from '../../query/toCondition.ts';

/** A field whose values are reference numbers of objects of another layer. */
export interface ReferenceField {
  readonly name: string;
  readonly layerId: LayerId;
}

export const listReferenceFields = (fields: readonly LayerField[]): ReferenceField[] =>
  fields.flatMap(({ name, schema }) =>
    schema?.type === 'reference' && schema.layer !== undefined ? [{ name, layerId: schema.layer }] : [],
  );

/** Reference number of the object that a text means; null for a text that several objects fit. */
export type FoundReferences = ReadonlyMap<string, string | null>;

/** Reference number that a text writes, or that of the id that it writes. */
export const toReferenceNumber = (text: string): string | undefined =>
  toStoredValue({ type: 'reference' }, text);

/** Id of the object that a text names by its reference number or id. */
export const findReferencedId = (text: string): ObjectId | undefined =>
  toReferencedId(toReferenceNumber(text) ?? '');

/**
 * Finds the objects of a layer that the reader may see by texts: a reference number or id, else the key of an import, else
 * the whole name.
 */
export async function findReferenced(
  db: Kysely<Schema>,
  access: LayerAccess,
  texts: readonly string[],
): Promise<FoundReferences> {
  const ids = texts.map((text) => findReferencedId(text) ?? null);
  const { rows } = await sql<{ text: string; id: ObjectId; rank: number; count: number }>`
    SELECT DISTINCT ON (text) text, id, rank, (count(*) OVER (PARTITION BY text, rank))::integer AS count
    FROM (
      SELECT t.text, g.id, t.rank
      FROM ${layerConstants(access)}
      CROSS JOIN (
        SELECT text, id, 1 AS rank FROM unnest(${texts}::text[], ${ids}::bigint[]) AS u(text, id) WHERE id IS NOT NULL
      ) AS t
      JOIN geoms AS g ON g.company_id = ${access.layer.companyId}::integer AND g.id = t.id
        AND ${toCondition({ layers: [access] })}
      UNION ALL
      SELECT g.import_key, g.id, 2
      FROM ${layerConstants(access)}
      JOIN geoms AS g ON g.import_key = ANY(${texts}::text[]) AND ${toCondition({ layers: [access] })}
      UNION ALL
      SELECT g.name, g.id, 3
      FROM ${layerConstants(access)}
      JOIN geoms AS g ON name_order(g.name) COLLATE "C" = ANY(ARRAY(SELECT name_order(text) COLLATE "C" FROM unnest(${texts}::text[]) AS text))
        AND g.name = ANY(${texts}::text[]) AND ${toCondition({ layers: [access] })}
    ) AS found
    ORDER BY text, rank, id`.execute(db);
  return new Map(rows.map(({ text, id, count }) => [text, count === 1 ? referenceOf(id) : null]));
}
