import {
  type BodyOf,
  type followAsVisitor as call,
  companyOf,
  type Language,
  visitorFollowLimits,
} from '@pgis/contract';
import { type Kysely, sql } from 'kysely';
import type { AppDeps } from '../../AppDeps.ts';
import type { AnonymousActor } from '../../access/Actor.ts';
import { countEvent, getWaitS, listRemaining, type RateLimit, toNetwork } from '../../access/rateLimits.ts';
import { inTransaction } from '../../db/inTransaction.ts';
import { newId } from '../../db/newId.ts';
import type { Schema } from '../../db/schema.ts';
import { AppError, validationError } from '../../errors/AppError.ts';
import { listLayerAccess } from '../../layers/getLayerAccess.ts';
import { addMail } from '../../mail/mailJobs.ts';
import { isRefused, refusalHash } from '../../mail/mailRefusals.ts';
import { getVisibleObject } from '../../objects/getVisibleObject.ts';
import { checkArea } from './addFollow.ts';

/** Followers see what everybody sees, whatever this browser has reported. */
const visitor: AnonymousActor = { kind: 'anonymous', visitorId: undefined, address: '' };

const HOUR_S = 3_600;
const DAY_S = 86_400;

interface VisitorFollow {
  readonly address: string;
  readonly language: Language;
  readonly body: BodyOf<typeof call>;
}

/**
 * Stores a follow that tells nothing until the link of its mail confirms it. Anybody may type any address, so the answer
 * says nothing about it: an address that has too many such mails, or has refused them, gets none.
 *
 * @throws TOO_MANY_REQUESTS by the network address and the company; NOT_FOUND for an object that visitors do not see.
 */
export async function followAsVisitor(
  deps: AppDeps,
  { address, language, body }: VisitorFollow,
): Promise<void> {
  const { email: typed, objectId, classIds = [], areaWkt = null, events, mail } = body;
  const email = typed.trim();
  if ((objectId === undefined) === (classIds.length === 0))
    throw validationError({ path: '/objectId', code: 'REQUIRED' });
  const hash = await refusalHash(deps, { mails: 'news', email });
  await inTransaction(deps.database, {}, async (db) => {
    const companyId =
      objectId === undefined
        ? await getCompanyOfLayers(db, classIds)
        : companyOf((await getVisibleObject(db, { actor: visitor, language }, objectId)).row.id);
    const area = await checkArea(db, areaWkt);
    await consumeQuota(db, deps, { address, companyId });
    if ((await isRefused(db, hash)) || !(await mayMail(db, deps, email))) return;
    const { rows } = await sql<{ id: number }>`
      INSERT INTO follows (company_id, id, email, language, geom_id, class_ids, area, name, events, mail, created_at)
      VALUES (${companyId}, ${newId(companyId, 'follow_seq')}, ${email}, ${language}, ${objectId ?? null}::bigint,
              ${classIds}::bigint[], ST_GeomFromText(${area}::text, 3857), '', ${events}::text[], ${mail}, ${deps.clock.now})
      RETURNING id`.execute(db);
    await addMail(db, deps.clock, {
      companyId,
      template: 'followConfirmation',
      details: { followId: rows[0]?.id },
    });
  });
}

/** Layers that visitors see, all of one company. */
async function getCompanyOfLayers(db: Kysely<Schema>, classIds: readonly number[]): Promise<number> {
  const layers = await listLayerAccess(db, visitor, classIds);
  const companyId = layers[0]?.layer.companyId;
  const isFitting = (id: number) =>
    layers.some(({ layer }) => layer.id === id && !layer.isView && layer.companyId === companyId);
  const problems = classIds.flatMap((id, index) =>
    isFitting(id) ? [] : [{ path: `/classIds/${index}`, code: 'UNKNOWN_LAYER' as const }],
  );
  if (problems.length > 0 || companyId === undefined) throw validationError(...problems);
  return companyId;
}

async function consumeQuota(
  db: Kysely<Schema>,
  { clock }: AppDeps,
  { address, companyId }: { readonly address: string; readonly companyId: number },
): Promise<void> {
  const { perHour, perCompanyPerDay } = visitorFollowLimits;
  const quotas: RateLimit[] = [
    { kind: 'visitor:follow', key: toNetwork(address), limit: perHour, windowS: HOUR_S },
    { kind: 'company:follow', key: String(companyId), limit: perCompanyPerDay, windowS: DAY_S },
  ];
  await sql`SELECT pg_advisory_xact_lock(hashtext('visitor:follow'), ${companyId}::integer)`.execute(db);
  const waitS = await getWaitS(db, clock, quotas);
  if (waitS > 0) throw new AppError('TOO_MANY_REQUESTS', { retryAfterS: waitS });
  await countEvent(db, clock, quotas);
}

async function mayMail(db: Kysely<Schema>, deps: AppDeps, email: string): Promise<boolean> {
  const quota: RateLimit = {
    kind: 'follow-mail',
    key: email.toLowerCase(),
    limit: visitorFollowLimits.mailsPerDay,
    windowS: DAY_S,
  };
  const [remaining = 0] = await listRemaining(db, deps.clock, [quota]);
  if (remaining === 0) return false;
  await countEvent(db, deps.clock, [quota]);
  return true;
}
