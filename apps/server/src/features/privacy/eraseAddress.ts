import { type Kysely, type SqlBool, sql } from 'kysely';
import { inTransaction } from '../../db/inTransaction.ts';
import type { Database } from '../../db/openDatabase.ts';
import type { Schema } from '../../db/schema.ts';
import { eraseFromLog } from '../log/index.ts';
import { withoutText } from './withoutText.ts';

/** The log of a large company is read through, for no index knows what stands in its details. */
const STATEMENT_MS = 300_000;

interface ErasedAddress {
  /** Objects that its owner reported. */
  readonly reports: number;
  /** Comments, objects and files that quoted it. */
  readonly texts: number;
  readonly logRows: number;
}

type Db = Kysely<Schema>;

/** `%` and `_` of an address stand for themselves. */
const quoting = (email: string): string => `%${email.replace(/[\\%_]/g, '\\$&')}%`;

/**
 * Erases an address wherever it stands, in all companies: at the objects that were reported with it, in texts that
 * quote it, and in the log, with the network addresses that those reports came from. The reports stay.
 */
export async function eraseAddress(database: Database, email: string): Promise<ErasedAddress> {
  return await inTransaction(database, { statementMs: STATEMENT_MS, idleMs: STATEMENT_MS }, async (db) => {
    const reports = await eraseFromReports(db, email);
    const texts =
      (await eraseFromComments(db, email)) +
      (await eraseFromObjects(db, email)) +
      (await eraseFromFiles(db, email));
    let logRows = 0;
    for (const companyId of await listCompanies(db))
      logRows += await eraseAddressFromLog(db, companyId, { email, reports });
    return { reports: reports.length, texts, logRows };
  });
}

async function eraseFromReports(db: Db, email: string): Promise<number[]> {
  const rows = await db
    .updateTable('geoms')
    .set({ user_email: '', reporter_language: null })
    .where(sql<string>`lower(user_email)`, '=', email.toLowerCase())
    .where('user_email', '!=', '')
    .returning('id')
    .execute();
  return rows.map(({ id }) => id);
}

async function eraseFromComments(db: Db, email: string): Promise<number> {
  const comments = await db
    .selectFrom('comments')
    .select(['company_id', 'id', 'content'])
    .where('content', 'ilike', quoting(email))
    .execute();
  let count = 0;
  for (const { company_id, id, ...texts } of comments) {
    const cleaned = withoutText(texts, email);
    if (cleaned === undefined) continue;
    await db
      .updateTable('comments')
      .set(cleaned)
      .where('company_id', '=', company_id)
      .where('id', '=', id)
      .execute();
    count += 1;
  }
  return count;
}

async function eraseFromObjects(db: Db, email: string): Promise<number> {
  const pattern = quoting(email);
  const objects = await db
    .selectFrom('geoms')
    .select(['company_id', 'id', 'name', 'description', 'data'])
    .where(sql<SqlBool>`name ILIKE ${pattern} OR description ILIKE ${pattern} OR data::text ILIKE ${pattern}`)
    .execute();
  let count = 0;
  for (const { company_id, id, ...texts } of objects) {
    const cleaned = withoutText(texts, email);
    if (cleaned === undefined) continue;
    const { data, ...rest } = cleaned;
    await db
      .updateTable('geoms')
      .set({ ...rest, data: JSON.stringify(data), version: sql`version + 1` })
      .where('company_id', '=', company_id)
      .where('id', '=', id)
      .execute();
    count += 1;
  }
  return count;
}

async function eraseFromFiles(db: Db, email: string): Promise<number> {
  const pattern = quoting(email);
  const files = await db
    .selectFrom('geom_files')
    .select(['company_id', 'id', 'name', 'description'])
    .where(sql<SqlBool>`name ILIKE ${pattern} OR description ILIKE ${pattern}`)
    .execute();
  let count = 0;
  for (const { company_id, id, ...texts } of files) {
    const cleaned = withoutText(texts, email);
    if (cleaned === undefined) continue;
    await db
      .updateTable('geom_files')
      .set(cleaned)
      .where('company_id', '=', company_id)
      .where('id', '=', id)
      .execute();
    count += 1;
  }
  return count;
}

async function listCompanies(db: Db): Promise<number[]> {
  const rows = await db.selectFrom('companies').select('company_id').orderBy('company_id').execute();
  return rows.map(({ company_id }) => company_id);
}

async function eraseAddressFromLog(
  db: Db,
  companyId: number,
  { email, reports }: { readonly email: string; readonly reports: readonly number[] },
): Promise<number> {
  const pattern = quoting(email);
  const reason = 'a reporter’s e-mail address was erased';
  const quotes = await eraseFromLog(db, {
    companyId,
    where: sql<SqlBool>`details::text ILIKE ${pattern} OR entity_name ILIKE ${pattern} OR user_name ILIKE ${pattern}`,
    change: (content) => withoutText(content, email),
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
