import { type BulkEdit, limits } from '@pgis/contract';
import { type Kysely, sql, type Transaction } from 'kysely';
import type { AppDeps } from '../../AppDeps.ts';
import { inTransaction } from '../../db/inTransaction.ts';
import type { Schema } from '../../db/schema.ts';
import { AppError } from '../../http/AppError.ts';
import type { UserActor } from '../../plugins/Actor.ts';
import type { LayerRights, LayerScope, Reader } from '../classifiers/index.ts';
import { findEarlier, getScope, rememberRequest, toIdempotentRequest } from '../objects/index.ts';

export interface BulkRequest extends Reader {
  readonly actor: UserActor;
  readonly classId: number;
  readonly requestId: string;
  readonly idempotencyKey: string | undefined;
}

interface BulkWork {
  /** All that tells this request from another with the same key. */
  readonly asked: unknown;
  readonly isAllowed: (rights: LayerRights) => boolean;
  readonly work: (db: Transaction<Schema>, scope: LayerScope) => Promise<BulkEdit>;
}

/** One transaction: all of it happens once, or nothing. The same request with the same Idempotency-Key answers the same. */
export async function runBulkEdit(
  { database }: Pick<AppDeps, 'database'>,
  { actor, classId, idempotencyKey: key }: BulkRequest,
  { asked, isAllowed, work }: BulkWork,
): Promise<BulkEdit> {
  return await inTransaction(database, { statementMs: limits.statementMs.report }, async (db) => {
    const scope = await getScope(db, actor, classId);
    if (!isAllowed(scope.rights)) throw new AppError('FORBIDDEN');
    if (key === undefined) return await work(db, scope);
    const { companyId } = scope.layer;
    const repeatable = toIdempotentRequest(actor, { companyId, key, request: asked });
    // Two with one key go one after the other, so that the second finds what the first did, and not its versions.
    const lock = `bulk-edit ${actor.userId} ${key}`;
    await sql`SELECT pg_advisory_xact_lock(hashtextextended(${lock}::text, 0))`.execute(db);
    const earlier = await findEarlier(db, repeatable);
    if (earlier !== undefined) return await getEdit(db, companyId, earlier);
    const edit = await work(db, scope);
    if (edit.entryId !== null) await rememberRequest(db, repeatable, edit.entryId);
    return edit;
  });
}

async function getEdit(db: Kysely<Schema>, companyId: number, entryId: number): Promise<BulkEdit> {
  const row = await db
    .selectFrom('audit_log')
    .select(sql<number>`(details ->> 'count')::integer`.as('count'))
    .select(sql<number>`(details ->> 'left')::integer`.as('left'))
    .where('company_id', '=', companyId)
    .where('id', '=', entryId)
    .executeTakeFirstOrThrow();
  return { entryId, ...row };
}
