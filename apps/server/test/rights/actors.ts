import type { Level, Role } from '@pgis/contract';
import { createGroup, type Database, inTransaction } from '@pgis/server';
import {
  type ActorCompany,
  type ActorUser,
  actorPassword,
  addActors,
  addGroup,
  addLayer,
  addUser,
  signIn,
  type TestApp,
} from '@pgis/testkit';
import { newAddress } from '../objects/ObjectWorld.ts';
import { toCookieHeader } from '../objects/toCookieHeader.ts';

/** Every kind of actor. `reporter` is a visitor with the cookie of an earlier report; `other…` have their level in another unit. */
export const actorNames = [
  'visitor',
  'reporter',
  'badToken',
  'nobody',
  'reader',
  'writer',
  'otherWriter',
  'unitAdmin',
  'otherAdmin',
  'moduleAdmin',
  'foreignAdmin',
  'firstLogin',
  'disabled',
  'expired',
] as const;
export type ActorName = (typeof actorNames)[number];

/** Owner of a fixture: the unit in which reader, writer and unitAdmin have their level, or another company. */
export type Owner = 'roads' | 'foreign';

const inRoads: Partial<Record<ActorName, Role>> = {
  reader: 'Read',
  writer: 'Write',
  unitAdmin: 'Admin',
  moduleAdmin: 'moduleAdmin',
};

/** Role of an actor by D-PERM, stated here independently of the server. */
export function roleOf(actor: ActorName, owner: Owner): Role {
  if (owner === 'foreign') return actor === 'foreignAdmin' ? 'moduleAdmin' : 'anonymous';
  return inRoads[actor] ?? 'anonymous';
}

/** Role towards what belongs to a whole company: the highest level in any unit. */
export function highestRoleOf(actor: ActorName): Role {
  if (actor === 'otherWriter') return 'Write';
  if (actor === 'otherAdmin') return 'Admin';
  return actor === 'foreignAdmin' ? 'moduleAdmin' : roleOf(actor, 'roads');
}

/** Actors with the module hasCustomReports, with or without a level (PERM-02). */
const withCustomReports = ['nobody', 'reader', 'otherWriter'] as const;
export const hasCustomReports = (actor: ActorName): boolean =>
  (withCustomReports as readonly ActorName[]).includes(actor) ||
  actor === 'moduleAdmin' ||
  actor === 'foreignAdmin';

/** All other actors belong to the own company, or to none. */
export const isOfOwnCompany = (actor: ActorName): boolean => actor !== 'foreignAdmin';

/** Two companies with all actors signed in. */
export interface TestActors {
  readonly own: ActorCompany;
  readonly foreign: ActorCompany;
  readonly headers: Readonly<Record<ActorName, Readonly<Record<string, string>>>>;
  /** Ids of the actors; null without an account. */
  readonly userIds: Readonly<Record<ActorName, number | null>>;
  /** The visitor id in the reporter's cookie. */
  readonly reporterId: string;
}

interface NewMember {
  readonly name: string;
  readonly level?: Level;
  readonly unit?: 'roads' | 'forests';
  readonly firstLogin?: boolean;
}

/** Adds a user in a new group. */
export async function addMember(
  database: Database,
  { companyId, units }: ActorCompany,
  { name, level, unit = 'forests', firstLogin = false }: NewMember,
): Promise<ActorUser> {
  return await inTransaction(database, {}, async (db) => {
    const grants = level === undefined ? [] : [{ unitId: units[unit], level }];
    const groupId = await createGroup(db, { companyId, name, grants, modules: false });
    const user = { email: `${name.toLowerCase()}@company${companyId}.example`, password: actorPassword };
    const id = await addUser(db, { companyId, ...user, firstLogin, firstName: name, groupIds: [groupId] });
    return { id, ...user };
  });
}

/** Adds a group that grants the module and no level. */
async function grantCustomReports(database: Database, companyId: number, userIds: readonly number[]) {
  await inTransaction(database, {}, async (db) => {
    const groupId = await createGroup(db, { companyId, name: 'Reports', grants: [], modules: false });
    await db
      .updateTable('groups')
      .set({ module_custom_reports: true })
      .where('company_id', '=', companyId)
      .where('id', '=', groupId)
      .execute();
    await db
      .insertInto('group_members')
      .values(userIds.map((user_id) => ({ company_id: companyId, group_id: groupId, user_id })))
      .execute();
  });
}

/** Adds a visitor's report; returns the visitor's cookie and the id in it. */
async function becomeReporter(t: TestApp, layerId: number) {
  const { headers } = await t.call({
    method: 'POST',
    url: '/api/v1/geoms/add',
    headers: newAddress(),
    payload: { wkt: 'POINT(1 2)', name: 'Address', description: 'Topic', classId: layerId },
  });
  const { cookie } = toCookieHeader(headers);
  const id = /=([0-9a-f-]{36})\./.exec(cookie)?.[1];
  if (id === undefined) throw new Error('the cookie names nobody');
  return { cookie, id };
}

export async function makeTestActors(database: Database, t: TestApp): Promise<TestActors> {
  const own = await addActors(database, 'Own company');
  const foreign = await addActors(database, 'Foreign company');
  const users = {
    nobody: own.users.nobody,
    reader: own.users.reader,
    writer: own.users.writer,
    otherWriter: await addMember(database, own, { name: 'otherWriter', level: 'Write' }),
    unitAdmin: own.users.unitAdmin,
    otherAdmin: await addMember(database, own, { name: 'otherAdmin', level: 'Admin' }),
    moduleAdmin: own.users.moduleAdmin,
    foreignAdmin: foreign.users.moduleAdmin,
    firstLogin: await addMember(database, own, { name: 'firstLogin', firstLogin: true }),
    disabled: own.users.disabled,
    expired: own.users.moduleAdmin,
  };
  await grantCustomReports(
    database,
    own.companyId,
    withCustomReports.map((actor) => users[actor].id),
  );
  const setStatus = (status: 'enabled' | 'disabled') =>
    database.db.updateTable('users').set({ status }).where('id', '=', users.disabled.id).execute();
  const headers: Partial<Record<ActorName, Readonly<Record<string, string>>>> = {};
  await setStatus('enabled');
  for (const [actor, user] of Object.entries(users)) {
    const hoursAgo = actor === 'expired' ? 9 : 0;
    t.clock.advance(-hoursAgo * 3_600);
    headers[actor as ActorName] = (await signIn(t, user)).headers;
    t.clock.advance(hoursAgo * 3_600);
  }
  await setStatus('disabled');
  const groupId = await addGroup(database, { companyId: own.companyId, unitId: own.units.roads });
  const open = await addLayer(database, { groupId, allowPublicRegistration: true });
  const { cookie, id: reporterId } = await becomeReporter(t, open);
  const idOf = (actor: ActorName) => (actor in users ? users[actor as keyof typeof users].id : null);
  return {
    own,
    foreign,
    headers: {
      ...(headers as Record<ActorName, Readonly<Record<string, string>>>),
      visitor: {},
      reporter: { cookie },
      badToken: { authorization: 'Bearer broken' },
    },
    userIds: Object.fromEntries(actorNames.map((actor) => [actor, idOf(actor)])) as Record<
      ActorName,
      number | null
    >,
    reporterId,
  };
}
