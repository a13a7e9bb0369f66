import type { CompanyId } from '@pgis/contract';
import { type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely';
import { eraseFromLog } from '../../audit/eraseFromLog.ts';
import { inTransaction } from '../../db/inTransaction.ts';
import type { Database } from '../../db/openDatabase.ts';
import type { Schema } from '../../db/schema.ts';
import { Addresses } from './Addresses.ts';
import { dropWrittenExports } from './dropExports.ts';
import { listWindows } from './listWindows.ts';

/** Rows that one transaction reads; takes tenths of a second. */
const WINDOW_ROWS = 2_000;
/** Objects that lose their reporter's address in one transaction. */
const REPORTS = 200;
const LIMITS = { statementMs: 60_000, idleMs: 60_000 };
const REASON = 'a reporter’s e-mail address was erased';

interface Erased {
  /** Number of objects that were reported with one of the addresses. */
  readonly reports: number;
  /** Number of comments, objects and files that quoted one. */
  readonly texts: number;
  readonly logRows: number;
}

interface Options {
  /** Reports from this moment on keep their address. */
  readonly before?: Date;
  readonly windowRows?: number;
}

type Db = Kysely<Schema>;

interface Pass {
  readonly database: Database;
  readonly companyId: CompanyId;
  readonly addresses: Addresses;
  readonly windowRows: number;
}

/**
 * Erases addresses wherever they stand, in all companies: in texts that quote them, in the log, at the objects that were
 * reported with them, with the network addresses that those reports came from, and with the files of reports that may
 * hold them. The reports stay. Goes through the tables once, whatever the number of addresses, in many short
 * transactions; the reports come last, so that after a failure the addresses are still known and all is done again.
 */
export async function eraseAddresses(
  database: Database,
  emails: readonly string[],
  { before, windowRows = WINDOW_ROWS }: Options = {},
): Promise<Erased> {
  const addresses = new Addresses(emails);
  let [reports, texts, logRows] = [0, 0, 0];
  if (emails.length === 0) return { reports, texts, logRows };
  const passes = (await listCompanies(database.db)).map((companyId): Pass => {
    return { database, companyId, addresses, windowRows };
  });
  for (const pass of passes) {
    // An undo writes values of these rows back; those that have done so meanwhile are found with the other texts.
    logRows += await eraseFromLogOf(pass, sql<SqlBool>`action = 'OBJECTS_CHANGED'`);
    texts += await eraseFromComparisons(pass);
    for (const erase of [eraseFromComments, eraseFromObjects, eraseFromFiles]) texts += await erase(pass);
    logRows += await eraseFromLogOf(pass);
  }
  for (const pass of passes) {
    const done = await eraseFromReports(pass, before);
    reports += done.reports;
    logRows += done.logRows;
  }
  // What an address follows is its owner's wish of today, which the age of its reports does not end.
  if (before === undefined) await eraseFollows(database.db, addresses);
  return { reports, texts, logRows };
}

async function eraseFollows(db: Db, addresses: Addresses): Promise<void> {
  await sql`DELETE FROM follows WHERE lower(email) = ANY(${addresses.spellings}::text[])`.execute(db);
}

async function listCompanies(db: Db): Promise<number[]> {
  const rows = await db.selectFrom('companies').select('company_id').orderBy('company_id').execute();
  return rows.map(({ company_id }) => company_id);
}

interface Quoting {
  readonly id: number;
}

interface Texts<Row> {
  readonly table: 'comments' | 'geoms' | 'geom_files' | 'import_changes';
  /** Reads and locks the rows of a window that may quote an address, so that no concurrent edit is lost. */
  readonly read: (db: Db, isInWindow: RawBuilder<SqlBool>) => Promise<Row[]>;
  readonly write: (db: Db, texts: Omit<Row, 'id'>, isRow: RawBuilder<SqlBool>) => Promise<unknown>;
}

/** Writes rows back without the addresses in their texts. Returns how many rows had one. */
async function eraseFromTexts<Row extends Quoting>(
  { database, companyId, addresses, windowRows }: Pass,
  { table, read, write }: Texts<Row>,
): Promise<number> {
  let count = 0;
  for await (const window of listWindows(database.db, table, { companyId, rows: windowRows }))
    count += await inTransaction(database, LIMITS, async (db) => {
      let cleaned = 0;
      for (const { id, ...texts } of await read(db, window)) {
        const left = addresses.takeFrom(texts);
        if (left === undefined) continue;
        await write(db, left, sql<SqlBool>`company_id = ${companyId}::integer AND id = ${id}::bigint`);
        cleaned += 1;
      }
      if (cleaned > 0) await dropWrittenExports(db, new Set([companyId]));
      return cleaned;
    });
  return count;
}

const eraseFromComments = (pass: Pass): Promise<number> =>
  eraseFromTexts(pass, {
    table: 'comments',
    read: (db, isInWindow) =>
      db
        .selectFrom('comments')
        .select(['id', 'content'])
        .where(isInWindow)
        .where(pass.addresses.maybeIn('content'))
        .forUpdate()
        .execute(),
    write: (db, texts, isRow) => db.updateTable('comments').set(texts).where(isRow).execute(),
  });

const eraseFromObjects = (pass: Pass): Promise<number> =>
  eraseFromTexts(pass, {
    table: 'geoms',
    read: (db, isInWindow) =>
      db
        .selectFrom('geoms')
        .select(['id', 'name', 'description', 'data'])
        .where(isInWindow)
        .where(pass.addresses.maybeIn('name', 'description', 'data'))
        .forNoKeyUpdate()
        .execute(),
    write: (db, { data, ...texts }, isRow) =>
      db
        .updateTable('geoms')
        .set({ ...texts, data: JSON.stringify(data), version: sql`version + 1` })
        .where(isRow)
        .execute(),
  });

/** Rows of files that are being compared, and earlier values of objects that were updated so. */
const eraseFromComparisons = (pass: Pass): Promise<number> =>
  eraseFromTexts(pass, {
    table: 'import_changes',
    read: (db, isInWindow) =>
      db
        .selectFrom('import_changes')
        .select(['id', 'name', 'description', 'data', 'match_key'])
        .where(isInWindow)
        .where(pass.addresses.maybeIn('name', 'description', 'data', 'match_key'))
        .forUpdate()
        .execute(),
    write: (db, { data, ...texts }, isRow) =>
      db
        .updateTable('import_changes')
        .set({ ...texts, data: JSON.stringify(data) })
        .where(isRow)
        .execute(),
  });

const eraseFromFiles = (pass: Pass): Promise<number> =>
  eraseFromTexts(pass, {
    table: 'geom_files',
    read: (db, isInWindow) =>
      db
        .selectFrom('geom_files')
        .select(['id', 'name', 'description'])
        .where(isInWindow)
        .where(pass.addresses.maybeIn('name', 'description'))
        .forUpdate()
        .execute(),
    write: (db, texts, isRow) => db.updateTable('geom_files').set(texts).where(isRow).execute(),
  });

async function eraseFromLogOf(
  { database, companyId, addresses, windowRows }: Pass,
  which: RawBuilder<SqlBool> = sql<SqlBool>`true`,
): Promise<number> {
  let count = 0;
  for await (const window of listWindows(database.db, 'audit_log', { companyId, rows: windowRows })) {
    const where = sql<SqlBool>`${window} AND ${which} AND ${addresses.maybeIn('details', 'entity_name', 'user_name')}`;
    const change = addresses.takeFrom.bind(addresses);
    count += await inTransaction(database, LIMITS, (db) =>
      eraseFromLog(db, { companyId, where, change, reason: REASON, actor: undefined }),
    );
  }
  return count;
}

async function eraseFromReports(
  pass: Pass,
  before: Date | undefined,
): Promise<Pick<Erased, 'reports' | 'logRows'>> {
  let [reports, logRows] = [0, 0];
  for (;;) {
    const done = await inTransaction(pass.database, LIMITS, async (db) => {
      const ids = await eraseReporters(db, pass, before);
      if (ids.length === 0) return { count: 0, rows: 0 };
      await dropWrittenExports(db, new Set([pass.companyId]));
      return { count: ids.length, rows: await eraseOrigins(db, pass.companyId, ids) };
    });
    if (done.count === 0) return { reports, logRows };
    reports += done.count;
    logRows += done.rows;
  }
}

async function eraseReporters(
  db: Db,
  { companyId, addresses }: Pass,
  before: Date | undefined,
): Promise<number[]> {
  const isOld = before === undefined ? sql`` : sql`AND created_at < ${before}`;
  const { rows } = await sql<{ id: number }>`
    UPDATE geoms SET user_email = '', reporter_language = NULL
    WHERE company_id = ${companyId}::integer AND id IN (
      SELECT id FROM geoms
      WHERE company_id = ${companyId}::integer AND user_email <> ''
        AND lower(user_email) = ANY(${addresses.spellings}::text[]) ${isOld}
      LIMIT ${REPORTS}::integer FOR NO KEY UPDATE)
    RETURNING id`.execute(db);
  return rows.map(({ id }) => id);
}

/** Erases network addresses, because the origin of a report identifies a visitor. */
export const eraseOrigins = (db: Db, companyId: CompanyId, reports: readonly number[]): Promise<number> =>
  eraseFromLog(db, {
    companyId,
    where: sql<SqlBool>`entity = 'object' AND entity_id = ANY(${reports}::bigint[]) AND user_id IS NULL AND ip <> ''`,
    change: (content) => ({ ...content, ip: '' }),
    reason: REASON,
    actor: undefined,
  });
