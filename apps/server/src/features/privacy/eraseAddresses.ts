import { type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely';
import { inTransaction } from '../../db/inTransaction.ts';
import { companyOf } from '../../db/newId.ts';
import type { Database } from '../../db/openDatabase.ts';
import type { Schema } from '../../db/schema.ts';
import { eraseFromLog } from '../log/index.ts';
import { dropWrittenExports } from './dropExports.ts';
import { withoutTexts } from './withoutTexts.ts';

/** The log of a large company is read through, for no index knows what stands in its details. */
const STATEMENT_MS = 300_000;

interface Erased {
  /** Objects that were reported with one of the addresses. */
  readonly reports: number;
  /** Comments, objects and files that quoted one. */
  readonly texts: number;
  readonly logRows: number;
}

type Db = Kysely<Schema>;

/** `%` and `_` of an address stand for themselves. */
const quotingAny = (emails: readonly string[]): string[] =>
  emails.map((email) => `%${email.replace(/[\\%_]/g, '\\$&')}%`);

/**
 * Erases addresses wherever they stand, in all companies: at the objects that were reported with them, in texts that
 * quote them, in the log, with the network addresses that those reports came from, and with the files of reports that
 * may hold them. The reports stay.
 */
export async function eraseAddresses(database: Database, emails: readonly string[]): Promise<Erased> {
  if (emails.length === 0) return { reports: 0, texts: 0, logRows: 0 };
  return await inTransaction(database, { statementMs: STATEMENT_MS, idleMs: STATEMENT_MS }, async (db) => {
    const reports = await eraseFromReports(db, emails);
    const texts = [
      ...(await eraseFromComments(db, emails)),
      ...(await eraseFromObjects(db, emails)),
      ...(await eraseFromFiles(db, emails)),
    ];
    await dropWrittenExports(db, new Set([...reports, ...texts].map(companyOf)));
    let logRows = 0;
    for (const companyId of await listCompanies(db))
      logRows += await eraseFromLogOf(db, companyId, { emails, reports });
    return { reports: reports.length, texts: texts.length, logRows };
  });
}

async function eraseFromReports(db: Db, emails: readonly string[]): Promise<number[]> {
  const rows = await db
    .updateTable('geoms')
    .set({ user_email: '', reporter_language: null })
    .where(sql<SqlBool>`lower(user_email) = ANY(${emails.map((email) => email.toLowerCase())}::text[])`)
    .where('user_email', '!=', '')
    .returning('id')
    .execute();
  return rows.map(({ id }) => id);
}

interface Quoting {
  readonly company_id: number;
  readonly id: number;
}

/** Writes each row back without the addresses in its texts; gives the ids of those that had one. */
async function writeWithout<Row extends Quoting>(
  emails: readonly string[],
  rows: readonly Row[],
  write: (texts: Omit<Row, keyof Quoting>, isRow: RawBuilder<SqlBool>) => Promise<unknown>,
): Promise<number[]> {
  const cleanedIds: number[] = [];
  for (const { company_id, id, ...texts } of rows) {
    const cleaned = withoutTexts(texts, emails);
    if (cleaned === undefined) continue;
    await write(cleaned, sql<SqlBool>`company_id = ${company_id}::integer AND id = ${id}::bigint`);
    cleanedIds.push(id);
  }
  return cleanedIds;
}

async function eraseFromComments(db: Db, emails: readonly string[]): Promise<number[]> {
  const comments = await db
    .selectFrom('comments')
    .select(['company_id', 'id', 'content'])
    .where(sql<SqlBool>`content ILIKE ANY(${quotingAny(emails)}::text[])`)
    .execute();
  return await writeWithout(emails, comments, (texts, isRow) =>
    db.updateTable('comments').set(texts).where(isRow).execute(),
  );
}

async function eraseFromObjects(db: Db, emails: readonly string[]): Promise<number[]> {
  const patterns = quotingAny(emails);
  const objects = await db
    .selectFrom('geoms')
    .select(['company_id', 'id', 'name', 'description', 'data'])
    .where(
      sql<SqlBool>`name ILIKE ANY(${patterns}::text[]) OR description ILIKE ANY(${patterns}::text[]) OR data::text ILIKE ANY(${patterns}::text[])`,
    )
    .execute();
  return await writeWithout(emails, objects, ({ data, ...texts }, isRow) =>
    db
      .updateTable('geoms')
      .set({ ...texts, data: JSON.stringify(data), version: sql`version + 1` })
      .where(isRow)
      .execute(),
  );
}

async function eraseFromFiles(db: Db, emails: readonly string[]): Promise<number[]> {
  const patterns = quotingAny(emails);
  const files = await db
    .selectFrom('geom_files')
    .select(['company_id', 'id', 'name', 'description'])
    .where(sql<SqlBool>`name ILIKE ANY(${patterns}::text[]) OR description ILIKE ANY(${patterns}::text[])`)
    .execute();
  return await writeWithout(emails, files, (texts, isRow) =>
    db.updateTable('geom_files').set(texts).where(isRow).execute(),
  );
}

async function listCompanies(db: Db): Promise<number[]> {
  const rows = await db.selectFrom('companies').select('company_id').orderBy('company_id').execute();
  return rows.map(({ company_id }) => company_id);
}

async function eraseFromLogOf(
  db: Db,
  companyId: number,
  { emails, reports }: { readonly emails: readonly string[]; readonly reports: readonly number[] },
): Promise<number> {
  const patterns = quotingAny(emails);
  const reason = 'a reporter’s e-mail address was erased';
  const quotes = await eraseFromLog(db, {
    companyId,
    where: sql<SqlBool>`details::text ILIKE ANY(${patterns}::text[]) OR entity_name ILIKE ANY(${patterns}::text[]) OR user_name ILIKE ANY(${patterns}::text[])`,
    change: (content) => withoutTexts(content, emails),
    reason,
    actor: undefined,
  });
  // Where a visitor reported from tells who he was.
  const origins = await eraseFromLog(db, {
    companyId,
    where: sql<SqlBool>`entity = 'object' AND entity_id = ANY(${reports}::bigint[]) AND user_id IS NULL AND ip <> ''`,
    change: (content) => ({ ...content, ip: '' }),
    reason,
    actor: undefined,
  });
  return quotes + origins;
}
