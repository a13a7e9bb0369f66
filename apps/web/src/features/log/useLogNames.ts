import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { NameOf } from '../change-table/index.ts';
import { useTree } from '../layer-editor/index.ts';
import { useSession } from '../session/index.ts';
import { logGroupsQuery, logUnitsQuery } from './logQueries.ts';

interface Named {
  readonly id: number;
  readonly name: string;
}

const toNames = (nodes: readonly Named[] | undefined) => new Map(nodes?.map(({ id, name }) => [id, name]));

/** Current names of the layers, statuses, units and groups that rows of the log hold as ids. */
export function useLogNames() {
  const { user } = useSession();
  const layerTree = useTree(1);
  const statusTree = useTree(2);
  const units = useQuery(logUnitsQuery(user?.userId));
  const groups = useQuery(logGroupsQuery(user?.userId));
  return useMemo(() => {
    const flat = (tree: typeof layerTree.data) =>
      tree?.flatMap((group) => [group as Named, ...group.childClassifiers]);
    const layers = toNames(flat(layerTree.data));
    const statuses = toNames(flat(statusTree.data));
    const unitNames = toNames(units.data);
    const groupNames = toNames(groups.data);
    const byField: Readonly<Record<string, ReadonlyMap<number, string>>> = {
      classId: layers,
      ids: layers,
      statusId: statuses,
      unitId: unitNames,
      parentId: unitNames,
      groupIds: groupNames,
    };
    const nameOf: NameOf = (key, id) => byField[key]?.get(id);
    return { nameOf, layerGroups: layerTree.data ?? [] };
  }, [layerTree.data, statusTree.data, units.data, groups.data]);
}
