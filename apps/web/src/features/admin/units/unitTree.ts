import type { Unit } from '@pgis/contract';

export interface UnitNode extends Unit {
  /** 0 for the root, and for a unit whose parent the user does not see. */
  readonly depth: number;
}

/** Lists units in tree order, each below its parent; siblings keep their order. */
export function toTree(units: readonly Unit[]): readonly UnitNode[] {
  const known = new Set(units.map(({ id }) => id));
  const childrenOf = (parentId: number | null, depth: number): UnitNode[] =>
    units
      .filter((unit) =>
        parentId === null ? unit.parentId === null || !known.has(unit.parentId) : unit.parentId === parentId,
      )
      .flatMap((unit) => [{ ...unit, depth }, ...childrenOf(unit.id, depth + 1)]);
  return childrenOf(null, 0);
}

/** The unit and all units below it, which cannot become its parent. */
export function listBranch(units: readonly Unit[], rootId: number): ReadonlySet<number> {
  const below = units
    .filter(({ parentId }) => parentId === rootId)
    .flatMap(({ id }) => [...listBranch(units, id)]);
  return new Set([rootId, ...below]);
}
