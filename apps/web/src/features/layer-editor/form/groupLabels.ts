import type { ClassifierWithChildren } from '@pgis/contract';
import type { UnitPath } from './listUnitPaths.ts';

type LabelledGroup = Pick<ClassifierWithChildren, 'id' | 'name' | 'unitId'>;

/** Labels of groups by id: their names, with the path of the unit, and then the id, where names repeat. */
export function toGroupLabels(
  groups: readonly LabelledGroup[],
  units: readonly UnitPath[],
): ReadonlyMap<number, string> {
  const paths = new Map(units.map(({ id, path }) => [id, path]));
  const named = groups.map(({ id, name }) => [id, name] as const);
  const inUnits = groups.map(({ id, name, unitId }) => {
    const path = unitId === null ? undefined : paths.get(unitId);
    return [id, path === undefined ? name : `${name} (${path})`] as const;
  });
  const numbered = groups.map(({ id, name }) => [id, `${name} (${id})`] as const);
  const isUnique = ([id, label]: readonly [number, string], all: readonly (readonly [number, string])[]) =>
    all.every(([otherId, other]) => otherId === id || other !== label);
  return new Map(
    named.map((one, index) => {
      const candidates = [named, inUnits].map((all) => ({ label: all[index] ?? one, all }));
      return candidates.find(({ label, all }) => isUnique(label, all))?.label ?? numbered[index] ?? one;
    }),
  );
}
