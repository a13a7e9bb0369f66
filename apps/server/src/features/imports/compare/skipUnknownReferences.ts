import type { LayerField } from '@pgis/contract';
import { sql, type Transaction } from 'kysely';
import type { Schema } from '../../../db/schema.ts';
import { findReferenced, listReferenceFields } from '../../../objects/references/findReferenced.ts';
import type { LayersFor } from '../../../objects/references/resolveReferences.ts';
import type { Comparing } from './CompareSettings.ts';
import { otherFields, rowsOf } from './matchRows.ts';

/** Reference numbers that are looked up together. */
const CHUNK = 5_000;

interface References {
  readonly fields: readonly LayerField[];
  /** Layers as the owner of the import sees them. */
  readonly layersFor: LayersFor;
}

/**
 * Skips rows that would give an object a reference to what the owner of the import does not see; a reference that the object
 * has already may stay, also where its object was deleted. Returns the rows.
 */
export async function skipUnknownReferences(
  db: Transaction<Schema>,
  comparing: Comparing,
  { fields, layersFor }: References,
): Promise<number[]> {
  const compared = new Set(comparing.fields);
  const references = listReferenceFields(fields).filter(({ name }) => compared.has(name));
  if (references.length === 0) return [];
  const accessible = await layersFor(
    db,
    references.map(({ layerId }) => layerId),
  );
  const skipped: number[] = [];
  for (const { name, layerId } of references) {
    const access = accessible.find(
      ({ layer }) => layer.id === layerId && layer.companyId === comparing.companyId,
    );
    const isNew = sql`${rowsOf(comparing)} AND coalesce(c.data ->> ${name}::text, '') <> ''
      AND (c.kind = 'added' OR c.kind IN ('changed', 'conflict') AND ${name}::text IN (${otherFields(comparing)}))`;
    const { rows: given } = await sql<{ number: string }>`
      SELECT DISTINCT c.data ->> ${name}::text AS number
      FROM import_changes AS c LEFT JOIN geoms AS g ON g.company_id = c.company_id AND g.id = c.object_id
      WHERE ${isNew}`.execute(db);
    const unknown: string[] = [];
    for (let from = 0; from < given.length; from += CHUNK) {
      const numbers = given.slice(from, from + CHUNK).map(({ number }) => number);
      const found = access === undefined ? new Map() : await findReferenced(db, access, numbers);
      unknown.push(...numbers.filter((number) => found.get(number) !== number));
    }
    if (unknown.length === 0) continue;
    const { rows } = await sql<{ row_no: number }>`
      WITH unknown AS MATERIALIZED (
        SELECT c.id FROM import_changes AS c
        LEFT JOIN geoms AS g ON g.company_id = c.company_id AND g.id = c.object_id
        WHERE ${isNew} AND c.data ->> ${name}::text = ANY(${unknown}::text[])
      )
      UPDATE import_changes AS c SET kind = 'skipped' FROM unknown AS u
      WHERE ${rowsOf(comparing)} AND c.id = u.id
      RETURNING c.row_no`.execute(db);
    skipped.push(...rows.map(({ row_no }) => row_no));
  }
  return skipped;
}
