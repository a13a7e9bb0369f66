import { type BulkEdit, type CompanyId, type LayerId, type LogRowId, limits } from '@pgis/contract';
import { type Kysely, sql, type Transaction } from 'kysely';
import type { AppDeps } from '../../AppDeps.ts';
import type { UserActor } from '../../access/Actor.ts';
import { inTransaction } from '../../db/inTransaction.ts';
import type { Schema } from '../../db/schema.ts';
import { AppError } from '../../errors/AppError.ts';
import { getLayerAccess } from '../../layers/getLayerAccess.ts';
import type { LayerPermissions } from '../../layers/layerPermissions.ts';
import type { LayerAccess } from '../../layers/layerQuery.ts';
import type { Reader } from '../../layers/readVisibleNodes.ts';
import { findEarlier, rememberRequest, toIdempotentRequest } from '../../objects/idempotency.ts';

export interface BulkRequest extends Reader {
  readonly actor: UserActor;
  readonly classId: LayerId;
  readonly requestId: string;
  readonly idempotencyKey: string | undefined;
}

interface BulkWork {
  /** Everything that distinguishes this request from another one with the same key. */
  readonly requestKey: unknown;
  readonly isAllowed: (rights: LayerPermissions) => boolean;
  readonly work: (db: Transaction<Schema>, scope: LayerAccess) => Promise<BulkEdit>;
}

/**
 * Runs the edit in one transaction: all of it happens once, or nothing. A repeated request with the same
 * Idempotency-Key gets the same answer.
 */
export async function runBulkEdit(
  { database }: Pick<AppDeps, 'database'>,
  { actor, classId, idempotencyKey: key }: BulkRequest,
  { requestKey, isAllowed, work }: BulkWork,
): Promise<BulkEdit> {
  return await inTransaction(database, { statementMs: limits.statementMs.report }, async (db) => {
    const scope = await getLayerAccess(db, actor, classId);
    if (!isAllowed(scope.rights)) throw new AppError('FORBIDDEN');
    if (key === undefined) return await work(db, scope);
    const { companyId } = scope.layer;
    const repeatable = toIdempotentRequest(actor, { companyId, key, request: requestKey });
    // Requests with one key run one after the other, so that the second finds the result of the first and not
    // its versions.
    const lock = `bulk-edit ${actor.userId} ${key}`;
    await sql`SELECT pg_advisory_xact_lock(hashtextextended(${lock}::text, 0))`.execute(db);
    const earlier = await findEarlier(db, repeatable);
    if (earlier !== undefined) return await getEdit(db, companyId, earlier);
    const edit = await work(db, scope);
    if (edit.entryId !== null) await rememberRequest(db, repeatable, edit.entryId);
    return edit;
  });
}

async function getEdit(db: Kysely<Schema>, companyId: CompanyId, entryId: LogRowId): Promise<BulkEdit> {
  const row = await db
    .selectFrom('audit_log')
    .select(sql<number>`(details ->> 'count')::integer`.as('count'))
    .select(sql<number>`(details ->> 'left')::integer`.as('left'))
    .where('company_id', '=', companyId)
    .where('id', '=', entryId)
    .executeTakeFirstOrThrow();
  return { entryId, ...row };
}
