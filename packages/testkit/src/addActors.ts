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

/** Adds a company with units and one user of each role. Call it twice for an own and a foreign company. */
export async function addActors(database: Database, name = 'Test company'): Promise<ActorCompany> {
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
      const id = await createUser(db, {
        companyId,
        email,
        password: actorPassword,
        firstLogin: false,
        firstName: kind,
        groupIds: groupsOf[kind],
      });
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
