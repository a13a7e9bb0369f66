import {
  type EffectivePermission,
  type Level,
  levels,
  type Unit,
  type UnitId,
  type UserId,
} from '@pgis/contract';
import type { AppDeps } from '../../AppDeps.ts';
import type { UserActor } from '../../access/Actor.ts';
import { type CompanyGroup, readGroups, readUnits } from '../groups/index.ts';
import { getVisibleUser } from './getVisibleUser.ts';

const rankOf = (level: Level): number => levels.indexOf(level);

/** The unit and all units above it, up to the root. */
function listAncestors(units: ReadonlyMap<UnitId, Unit>, unitId: UnitId): UnitId[] {
  const line: number[] = [];
  for (let id: UnitId | null = unitId; id !== null; id = units.get(id)?.parentId ?? null) line.push(id);
  return line;
}

/** Returns for each unit the highest level, and every group that gives it there or in a unit above. */
export function spreadGrants(
  units: readonly Unit[],
  groups: readonly Pick<CompanyGroup, 'id' | 'name' | 'grants'>[],
): EffectivePermission[] {
  const byId = new Map(units.map((unit) => [unit.id, unit]));
  return units.flatMap(({ id: unitId, name: unitName }) => {
    const line = new Set(listAncestors(byId, unitId));
    const held = groups.flatMap((group) =>
      group.grants.filter((grant) => line.has(grant.unitId)).map((grant) => ({ group, ...grant })),
    );
    const [best] = [...held].sort((a, b) => rankOf(b.level) - rankOf(a.level));
    if (best === undefined) return [];
    const sources = held
      .filter(({ level }) => level === best.level)
      .map(({ group, unitId: viaUnitId }) => ({ groupId: group.id, groupName: group.name, viaUnitId }));
    return [{ unitId, unitName, level: best.level, sources }];
  });
}

export async function getEffectivePermissions(
  deps: AppDeps,
  actor: UserActor,
  userId: UserId,
): Promise<EffectivePermission[]> {
  const user = await getVisibleUser(deps, actor, userId);
  const { db } = deps.database;
  const groups = await readGroups(db, user.companyId);
  return spreadGrants(
    await readUnits(db, user.companyId),
    groups.filter(({ id }) => user.groupIds.includes(id)),
  );
}
