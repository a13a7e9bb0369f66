import type { Level, Standing } from '@pgis/contract';
import { createGroup, createUser, type Database, inTransaction } from '@pgis/server';
import {
  type ActorCompany,
  type ActorUser,
  actorPassword,
  addActors,
  addGroup,
  addLayer,
  signIn,
  type TestApp,
} from '@pgis/testkit';
import { cookieOf, newAddress } from '../objects/ObjectWorld.ts';

/** Everybody who may ask. `reporter` is a visitor with the cookie of what he has left; `other…` stand in another unit. */
export const people = [
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
export type Who = (typeof people)[number];

/** Where a thing belongs: the unit in which reader, writer and unitAdmin have their level, or another company. */
export type Place = 'roads' | 'foreign';

const inRoads: Partial<Record<Who, Standing>> = {
  reader: 'Read',
  writer: 'Write',
  unitAdmin: 'Admin',
  moduleAdmin: 'moduleAdmin',
};

/** Written down here and not asked of the server: what the table of D-PERM makes of each of them. */
export function standingOf(who: Who, place: Place): Standing {
  if (place === 'foreign') return who === 'foreignAdmin' ? 'moduleAdmin' : 'anonymous';
  return inRoads[who] ?? 'anonymous';
}

/** Towards what belongs to a whole company: the level in any of its units. */
export function highestOf(who: Who): Standing {
  if (who === 'otherWriter') return 'Write';
  if (who === 'otherAdmin') return 'Admin';
  return who === 'foreignAdmin' ? 'moduleAdmin' : standingOf(who, 'roads');
}

/** Who has the module hasCustomReports, with a level or without (PERM-02). */
const withCustomReports = ['nobody', 'reader', 'otherWriter'] as const;
export const hasCustomReports = (who: Who): boolean =>
  (withCustomReports as readonly Who[]).includes(who) || who === 'moduleAdmin' || who === 'foreignAdmin';

/** All others are the company's own, or nobody's. */
export const isOfOwnCompany = (who: Who): boolean => who !== 'foreignAdmin';

/** Two companies with everybody signed in. */
export interface Crowd {
  readonly own: ActorCompany;
  readonly foreign: ActorCompany;
  readonly headers: Readonly<Record<Who, Readonly<Record<string, string>>>>;
  /** Null for who is no user. */
  readonly userIds: Readonly<Record<Who, number | null>>;
  /** As the cookie of the reporter names him. */
  readonly reporterId: string;
}

interface NewMember {
  readonly name: string;
  readonly level?: Level;
  readonly unit?: 'roads' | 'forests';
  readonly firstLogin?: boolean;
}

/** A user in a group of his own. */
export async function addMember(
  database: Database,
  { companyId, units }: ActorCompany,
  { name, level, unit = 'forests', firstLogin = false }: NewMember,
): Promise<ActorUser> {
  return await inTransaction(database, {}, async (db) => {
    const grants = level === undefined ? [] : [{ unitId: units[unit], level }];
    const groupId = await createGroup(db, { companyId, name, grants, modules: false });
    const user = { email: `${name.toLowerCase()}@company${companyId}.example`, password: actorPassword };
    const id = await createUser(db, { companyId, ...user, firstLogin, firstName: name, groupIds: [groupId] });
    return { id, ...user };
  });
}

/** A group that gives the module and no level. */
async function giveCustomReports(database: Database, companyId: number, userIds: readonly number[]) {
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

/** The cookie of a visitor who has left something, and the id in it. */
async function becomeReporter(t: TestApp, layerId: number) {
  const { headers } = await t.call({
    method: 'POST',
    url: '/api/v1/geoms/add',
    headers: newAddress(),
    payload: { wkt: 'POINT(1 2)', name: 'Address', description: 'Topic', classId: layerId },
  });
  const { cookie } = cookieOf(headers);
  const id = /=([0-9a-f-]{36})\./.exec(cookie)?.[1];
  if (id === undefined) throw new Error('the cookie names nobody');
  return { cookie, id };
}

export async function gatherCrowd(database: Database, t: TestApp): Promise<Crowd> {
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
  await giveCustomReports(
    database,
    own.companyId,
    withCustomReports.map((who) => users[who].id),
  );
  const setStatus = (status: 'enabled' | 'disabled') =>
    database.db.updateTable('users').set({ status }).where('id', '=', users.disabled.id).execute();
  const headers: Partial<Record<Who, Readonly<Record<string, string>>>> = {};
  await setStatus('enabled');
  for (const [who, user] of Object.entries(users)) {
    const hoursAgo = who === 'expired' ? 9 : 0;
    t.clock.advance(-hoursAgo * 3_600);
    headers[who as Who] = (await signIn(t, user)).headers;
    t.clock.advance(hoursAgo * 3_600);
  }
  await setStatus('disabled');
  const groupId = await addGroup(database, { companyId: own.companyId, unitId: own.units.roads });
  const open = await addLayer(database, { groupId, allowPublicRegistration: true });
  const { cookie, id: reporterId } = await becomeReporter(t, open);
  const idOf = (who: Who) => (who in users ? users[who as keyof typeof users].id : null);
  return {
    own,
    foreign,
    headers: {
      ...(headers as Record<Who, Readonly<Record<string, string>>>),
      visitor: {},
      reporter: { cookie },
      badToken: { authorization: 'Bearer broken' },
    },
    userIds: Object.fromEntries(people.map((who) => [who, idOf(who)])) as Record<Who, number | null>,
    reporterId,
  };
}
