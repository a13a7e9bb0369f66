import { hash } from '@node-rs/argon2';
import type { CompanyId, UnitId, UserGroupId, UserId } from '@pgis/contract';
import {
  createCompany,
  createGroup,
  createUnit,
  createUser,
  type Database,
  inTransaction,
} from '@pgis/server';

/** Password of every user that `addActors` makes. */
export const actorPassword = 'correct horse 7 staple';

export interface ActorUser {
  readonly id: UserId;
  readonly email: string;
  readonly password: string;
}

const roles = ['moduleAdmin', 'unitAdmin', 'writer', 'reader', 'nobody', 'disabled'] as const;
/** Rights of a user: over the company, or a level in the unit `roads`; `nobody` is in no group. */
export type ActorKind = (typeof roles)[number];

export interface ActorCompany {
  readonly companyId: CompanyId;
  /** `roads` and `forests` lie below `root`; `bridges` lies below `roads`. */
  readonly units: Readonly<Record<'root' | 'roads' | 'bridges' | 'forests', UnitId>>;
  readonly users: Readonly<Record<ActorKind, ActorUser>>;
}

/** `product` takes 25 ms of processor time for each user and each sign-in, `fast` a fraction of one. */
type Hashing = 'fast' | 'product';

/** The least that argon2id takes; a hash states its cost, so checking a password is as fast. */
const fastHash = { memoryCost: 8, timeCost: 1, parallelism: 1 };

type TestUser = Parameters<typeof createUser>[1] & { readonly password: string };

/** Adds an enabled user. Tests sign in thousands of times, and few of them are about hashing. */
export async function addUser(
  db: Database['db'],
  { password, ...user }: TestUser,
  hashing: Hashing = 'fast',
): Promise<UserId> {
  if (hashing === 'product') return await createUser(db, { ...user, password });
  const id = await createUser(db, { ...user, password: undefined });
  await db
    .updateTable('users')
    .set({ password_hash: await hash(password, fastHash), status: 'enabled' })
    .where('company_id', '=', user.companyId)
    .where('id', '=', id)
    .execute();
  return id;
}

/** Adds a company with units and one user of each role. Call it twice for an own and a foreign company. */
export async function addActors(
  database: Database,
  name = 'Test company',
  hashing: Hashing = 'fast',
): Promise<ActorCompany> {
  return await inTransaction(database, {}, async (db) => {
    const { companyId, rootUnitId, groupIds } = await createCompany(db, { name });
    const unit = (unitName: string, parentId: UnitId) =>
      createUnit(db, { companyId, name: unitName, parentId });
    const roads = await unit('Roads', rootUnitId);
    const units = {
      root: rootUnitId,
      roads,
      bridges: await unit('Bridges', roads),
      forests: await unit('Forests', rootUnitId),
    };
    const group = (level: 'Read' | 'Write' | 'Admin') =>
      createGroup(db, {
        companyId,
        name: `Roads ${level}`,
        grants: [{ unitId: roads, level }],
        modules: false,
      });
    const groupsOf: Record<ActorKind, UserGroupId[]> = {
      moduleAdmin: [groupIds.administrators],
      unitAdmin: [await group('Admin')],
      writer: [await group('Write')],
      reader: [await group('Read')],
      nobody: [],
      disabled: [groupIds.administrators],
    };
    const users: Partial<Record<ActorKind, ActorUser>> = {};
    for (const kind of roles) {
      const email = `${kind.toLowerCase()}@company${companyId}.example`;
      const user = { companyId, email, password: actorPassword, firstName: kind, groupIds: groupsOf[kind] };
      const id = await addUser(db, { ...user, firstLogin: false }, hashing);
      users[kind] = { id, email, password: actorPassword };
    }
    await db
      .updateTable('users')
      .set({ status: 'disabled' })
      .where('id', '=', users.disabled?.id ?? 0)
      .execute();
    return { companyId, units, users: users as Record<ActorKind, ActorUser> };
  });
}
