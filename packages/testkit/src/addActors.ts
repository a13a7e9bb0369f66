import {
  createCompany,
  createGroup,
  createUnit,
  createUser,
  type Database,
  inTransaction,
} from '@pgis/server';

/** Of every user that `addActors` makes. */
export const actorPassword = 'correct horse 7 staple';

export interface ActorUser {
  readonly id: number;
  readonly email: string;
  readonly password: string;
}

const standings = ['moduleAdmin', 'unitAdmin', 'writer', 'reader', 'nobody', 'disabled'] as const;
/** What a user holds: the company, or a level in the unit `roads`; `nobody` is in no group. */
export type ActorStanding = (typeof standings)[number];

export interface ActorCompany {
  readonly companyId: number;
  /** `roads` and `forests` lie below `root`; `bridges` lies below `roads`. */
  readonly units: Readonly<Record<'root' | 'roads' | 'bridges' | 'forests', number>>;
  readonly users: Readonly<Record<ActorStanding, ActorUser>>;
}

/** A company with units and one user of each standing. Call it twice for own and foreign. */
export async function addActors(database: Database, name = 'Test company'): Promise<ActorCompany> {
  return await inTransaction(database, {}, async (db) => {
    const { companyId, rootUnitId, groupIds } = await createCompany(db, { name });
    const unit = (unitName: string, parentId: number) =>
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
    const groupsOf: Record<ActorStanding, number[]> = {
      moduleAdmin: [groupIds.administrators],
      unitAdmin: [await group('Admin')],
      writer: [await group('Write')],
      reader: [await group('Read')],
      nobody: [],
      disabled: [groupIds.administrators],
    };
    const users: Partial<Record<ActorStanding, ActorUser>> = {};
    for (const standing of standings) {
      const email = `${standing.toLowerCase()}@company${companyId}.example`;
      const id = await createUser(db, {
        companyId,
        email,
        password: actorPassword,
        firstLogin: false,
        firstName: standing,
        groupIds: groupsOf[standing],
      });
      users[standing] = { id, email, password: actorPassword };
    }
    await db
      .updateTable('users')
      .set({ status: 'disabled' })
      .where('id', '=', users.disabled?.id ?? 0)
      .execute();
    return { companyId, units, users: users as Record<ActorStanding, ActorUser> };
  });
}
