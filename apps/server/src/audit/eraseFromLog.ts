import { randomBytes } from 'node:crypto';
import type { CompanyId } from '@pgis/contract';
import { type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Actor } from '../access/Actor.ts';
import type { Schema } from '../db/schema.ts';
import { audit } from './audit.ts';
import { lockChain } from './lockChain.ts';
import { detailsHash, digestOf } from './sealRow.ts';

/** Columns of a row that can name a person. */
export interface LogContent {
  readonly userName: string;
  readonly ip: string;
  readonly entityName: string;
  readonly details: Readonly<Record<string, unknown>>;
}

export interface LogErasure {
  readonly companyId: CompanyId;
  /** Condition on the columns of `audit_log` that selects the rows. */
  readonly where: RawBuilder<SqlBool>;
  /** Returns the new content; undefined leaves the row as it is. */
  readonly change: (content: LogContent) => LogContent | undefined;
  /** Reason for the row LOG_ERASED; must not name a person. */
  readonly reason: string;
  /** Undefined for the command line and for scheduled work. */
  readonly actor: Actor | undefined;
  readonly requestId?: string;
}

const BATCH_ROWS = 200;

/**
 * Removes what names a person from the log without breaking its chain (decision on the sealed log). Call it
 * in a transaction, which blocks the sealing of the company's log until it ends. Returns the number of rows
 * changed.
 */
export async function eraseFromLog(db: Kysely<Schema>, erasure: LogErasure): Promise<number> {
  const { companyId } = erasure;
  await lockChain(db, companyId);
  await sql`SELECT set_config('pgis.erasing', 'on', true)`.execute(db);
  let count = 0;
  for (let after = 0; ; ) {
    const rows = await readBatch(db, erasure, after);
    const last = rows.at(-1);
    if (last === undefined) break;
    after = last.id;
    count += await eraseBatch(db, erasure, rows);
  }
  await sql`SELECT set_config('pgis.erasing', 'off', true)`.execute(db);
  return count;
}

type FoundRow = LogContent & { readonly id: number; readonly isSealed: boolean };

const readBatch = (
  db: Kysely<Schema>,
  { companyId, where }: LogErasure,
  after: number,
): Promise<FoundRow[]> =>
  db
    .selectFrom('audit_log')
    .select(['id', 'user_name as userName', 'ip', 'entity_name as entityName', 'details'])
    .select(sql<boolean>`seal IS NOT NULL`.as('isSealed'))
    .where('company_id', '=', companyId)
    .where('id', '>', after)
    .where(sql<SqlBool>`(${where})`)
    .orderBy('id')
    .limit(BATCH_ROWS)
    .execute();

async function eraseBatch(
  db: Kysely<Schema>,
  { companyId, change, reason, actor, requestId = '' }: LogErasure,
  rows: readonly FoundRow[],
): Promise<number> {
  const digests: Record<string, string> = {};
  let count = 0;
  for (const { id, isSealed, ...content } of rows) {
    const next = change(content);
    if (next === undefined) continue;
    count += 1;
    const digest = await rewrite(db, { companyId, id, content: next });
    // A row without a seal is sealed later, with its content at that time.
    if (isSealed) digests[id] = digest.toString('hex');
  }
  if (count > 0)
    await audit(db, {
      actor,
      companyId,
      action: 'LOG_ERASED',
      entity: 'log',
      details: { reason, count, digests },
      requestId,
    });
  return count;
}

async function rewrite(
  db: Kysely<Schema>,
  {
    companyId,
    id,
    content: { userName, ip, entityName, details },
  }: { readonly companyId: CompanyId; readonly id: number; readonly content: LogContent },
): Promise<Buffer> {
  const salt = randomBytes(16);
  const row = await db
    .updateTable('audit_log')
    .set({
      user_name: userName,
      ip,
      entity_name: entityName,
      details: JSON.stringify(details),
      salt: sql`CASE WHEN seal IS NULL THEN NULL ELSE ${salt}::bytea END`,
    })
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .returning(detailsHash.as('detailsHash'))
    .executeTakeFirstOrThrow();
  return digestOf(salt, { userName, ip, entityName, detailsHash: row.detailsHash });
}
