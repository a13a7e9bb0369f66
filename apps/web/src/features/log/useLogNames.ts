import { listGroups, listUnits } from '@pgis/contract';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { callApi } from '../../api/index.ts';
import type { NameOf } from '../changes/index.ts';
import { useClassifierTree } from '../classifiers/index.ts';
import { useSession } from '../session/index.ts';

interface Named {
  readonly id: number;
  readonly name: string;
}

const toNames = (things: readonly Named[] | undefined) => new Map(things?.map(({ id, name }) => [id, name]));

/** Names of what the rows of the log name by id, as they are called now. */
export function useLogNames() {
  const { user } = useSession();
  const layerTree = useClassifierTree(1);
  const statusTree = useClassifierTree(2);
  const units = useQuery({
    queryKey: ['log', 'units', user?.userId],
    queryFn: ({ signal }) => callApi(listUnits, { signal }),
  });
  const groups = useQuery({
    queryKey: ['log', 'groups', user?.userId],
    queryFn: ({ signal }) => callApi(listGroups, { signal }),
  });
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
