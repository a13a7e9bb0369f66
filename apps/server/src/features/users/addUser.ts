import type { CompanyId, Language } from '@pgis/contract';
import type { Kysely } from 'kysely';
import { findUserByEmail } from '../../access/sessions.ts';
import { audit } from '../../audit/audit.ts';
import type { Config } from '../../config.ts';
import type { Schema } from '../../db/schema.ts';
import { databaseClock } from '../../runtime/Clock.ts';
import { createUser } from './createUser.ts';
import { hashLink, insertLink, linkAddress, makeLinkToken } from './passwords/passwordLink.ts';

export interface NewUserRequest {
  readonly companyId: CompanyId;
  readonly email: string;
  /** Undefined invites the user, who has no password until the invitation is used. */
  readonly password: string | undefined;
  /** Names of groups of the company. */
  readonly groups: readonly string[];
  readonly firstName: string;
  readonly lastName: string;
  readonly language: Language;
}

/**
 * Adds a user from the command line. Call it in a transaction; throws a sentence for the operator when it
 * cannot be done.
 */
export async function addUser(db: Kysely<Schema>, request: NewUserRequest): Promise<void> {
  const { groups, ...user } = request;
  if ((await findUserByEmail(db, user.email)) !== undefined)
    throw new Error(`There is a user ${user.email} already.`);
  const groupIds = await listGroupIds(db, user.companyId, groups);
  const id = await createUser(db, { ...user, firstLogin: true, groupIds });
  await audit(db, {
    actor: undefined,
    companyId: user.companyId,
    action: 'USER_ADDED',
    entity: 'user',
    entityId: id,
    entityName: `${user.firstName} ${user.lastName}`.trim() || user.email,
    details: { groups, by: 'command line' },
  });
}

async function listGroupIds(
  db: Kysely<Schema>,
  companyId: CompanyId,
  names: readonly string[],
): Promise<number[]> {
  const known = await db
    .selectFrom('groups')
    .select(['id', 'name'])
    .where('company_id', '=', companyId)
    .orderBy('id')
    .execute();
  return names.map((name) => {
    const group = known.find((candidate) => candidate.name === name);
    if (group !== undefined) return group.id;
    throw new Error(`No group "${name}". There are: ${known.map((each) => each.name).join(', ')}`);
  });
}

/** Makes a link with which the user sets a password once, for installations without a mail server. */
export async function makeSignInLink(
  db: Kysely<Schema>,
  { publicUrl, session }: Config,
  { email, kind }: { readonly email: string; readonly kind: 'invitation' | 'reset' },
): Promise<string> {
  const user = await findUserByEmail(db, email);
  if (user === undefined) throw new Error(`There is no user ${email}.`);
  if (user.status === 'disabled') throw new Error(`${email} is disabled.`);
  const token = makeLinkToken();
  await insertLink(db, databaseClock, {
    userId: user.id,
    tokenHash: hashLink(token),
    kind,
    lifetimeS: kind === 'invitation' ? session.invitationS : session.resetLinkS,
  });
  await audit(db, {
    actor: undefined,
    companyId: user.company_id,
    action: 'PASSWORD_LINK_MADE',
    entity: 'user',
    entityId: user.id,
    entityName: user.email,
    details: { kind, by: 'command line' },
  });
  return linkAddress(publicUrl, user.language, token);
}
