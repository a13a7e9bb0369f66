import type { Unit } from '@pgis/contract';

export interface UnitPath {
  readonly id: number;
  /** With the units it stands in, as far as the reader sees them: `Town / Roads`. */
  readonly path: string;
}

/** Units with their places in the tree, in the order of the tree. */
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

/** Where the server puts a group that names no unit: the oldest of those that stand in no other one. */
export function findHighest(units: readonly Unit[]): number | null {
  const ids = new Set(units.map(({ id }) => id));
  const tops = units.filter(({ parentId }) => parentId === null || !ids.has(parentId));
  const roots = tops.filter(({ parentId }) => parentId === null);
  const candidates = (roots.length > 0 ? roots : tops).map(({ id }) => id);
  return candidates.length === 0 ? null : Math.min(...candidates);
}
