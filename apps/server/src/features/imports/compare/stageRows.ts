import { limits } from '@pgis/contract';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import { newId } from '../../../db/newId.ts';
import type { Schema } from '../../../db/schema.ts';
import type { BrokenFeature } from '../../../importing/sources/SourceFeature.ts';
import type { InsertedObjects, ObjectBatch } from '../../../objects/insertObjects.ts';
import type { Comparing } from './CompareSettings.ts';

/** Text of the key fields in `data`; null where one has no value. */
export const keyOf = (data: RawBuilder<unknown>, keyFields: readonly string[]): RawBuilder<string | null> => {
  const parts = keyFields.map((field) => sql`nullif(${data} ->> ${field}::text, '')`);
  return parts.length === 0 ? sql`NULL::text` : sql`(${sql.join(parts, sql` || ' ' || `)})`;
};

/** Stores rows of the file to be compared; those that PostGIS calls invalid are named, as `insertObjects` does. */
export async function stageRows(
  db: Kysely<Schema>,
  { id, companyId, match, keyFields }: Comparing,
  { columns, rowCount }: ObjectBatch,
): Promise<InsertedObjects> {
  const names = sql.join(columns.map(({ name }) => sql.ref(name)));
  const sources = sql.join(columns.map(({ type, values }) => sql`${values}::${sql.raw(type)}[]`));
  const key = match.by === 'fields' ? keyOf(sql`data`, keyFields) : sql`import_key`;
  const { rows } = await sql<{ row_no: number; reason: string }>`
    WITH checked AS MATERIALIZED (
      SELECT *, ST_IsValid(shape) AS valid
      FROM (SELECT *, shape_text::geometry AS shape FROM unnest(${sources}) AS source(${names}) OFFSET 0) AS item
    ), staged AS (
      INSERT INTO import_changes (company_id, id, import_id, kind, row_no, match_key, shape, object_kind, name,
                                  description, data)
      SELECT ${companyId}::integer, ${newId(companyId, 'import_change_seq')}, ${id}::bigint,
             CASE WHEN NOT valid THEN 'skipped' END, row_no, ${key}, CASE WHEN valid THEN shape END, kind, name,
             description, data
      FROM checked ORDER BY row_no
    )
    SELECT row_no, left(ST_IsValidReason(shape), 200) AS reason FROM checked WHERE NOT valid`.execute(db);
  const invalid = rows.map(({ row_no: rowNumber, reason }) => ({ rowNumber, reason }));
  return { added: rowCount - invalid.length, updated: 0, unchanged: 0, invalid, ids: [] };
}

/** Notes the keys of rows that cannot be compared, so that their objects do not count as missing. */
export class SkippedKeys {
  readonly #rows: { readonly rowNumber: number; readonly key: string }[] = [];
  #count = 0;

  add({ rowNumber, key }: Pick<BrokenFeature, 'rowNumber' | 'key'>): void {
    this.#count += 1;
    if (key != null && this.#rows.length < limits.import.skippedRows) this.#rows.push({ rowNumber, key });
  }

  /** False when more rows were skipped than are noted: any object might be among them. */
  get areAllNoted(): boolean {
    return this.#count <= limits.import.skippedRows;
  }

  async write(db: Kysely<Schema>, { id, companyId }: Comparing): Promise<void> {
    if (this.#rows.length === 0) return;
    await sql`
      INSERT INTO import_changes (company_id, id, import_id, kind, row_no, match_key)
      SELECT ${companyId}::integer, ${newId(companyId, 'import_change_seq')}, ${id}::bigint, 'skipped', row_no, key
      FROM unnest(${this.#rows.map(({ rowNumber }) => rowNumber)}::integer[],
                  ${this.#rows.map(({ key }) => key)}::text[]) AS s(row_no, key)`.execute(db);
  }
}
