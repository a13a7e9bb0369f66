import type { Unit } from '@pgis/contract';

export interface UnitPath {
  readonly id: number;
  /** Path from the highest unit that the user may see: `Town / Roads`. */
  readonly path: string;
}

/** Units with their paths in the tree, in tree order. */
export function listUnitPaths(units: readonly Unit[]): readonly UnitPath[] {
  const byId = new Map(units.map((unit) => [unit.id, unit]));
  const pathOf = ({ name, parentId }: Unit): string => {
    const parent = parentId === null ? undefined : byId.get(parentId);
    return parent === undefined ? name : `${pathOf(parent)} / ${name}`;
  };
  return units
    .map((unit) => ({ id: unit.id, path: pathOf(unit) }))
    .sort((a, b) => a.path.localeCompare(b.path));
}

/** Finds the unit in which the server puts a group without a unit: the oldest of those without a parent. */
export function findHighest(units: readonly Unit[]): number | null {
  const ids = new Set(units.map(({ id }) => id));
  const tops = units.filter(({ parentId }) => parentId === null || !ids.has(parentId));
  const roots = tops.filter(({ parentId }) => parentId === null);
  const candidates = (roots.length > 0 ? roots : tops).map(({ id }) => id);
  return candidates.length === 0 ? null : Math.min(...candidates);
}
