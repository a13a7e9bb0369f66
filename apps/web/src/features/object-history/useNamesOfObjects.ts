import { useQueries } from '@tanstack/react-query';
import { treeQuery } from '../../layers/layerEditorQueries.ts';
import type { NameOf } from '../change-table/index.ts';
import { useSession } from '../session/index.ts';

/** Finds the names of layers and statuses for users who may edit an object. */
export function useNamesOfObjects(): NameOf {
  const { user } = useSession();
  const [layers, statuses] = useQueries({
    queries: ([1, 2] as const).map((rootId) => treeQuery(rootId, user?.userId ?? null)),
  });
  return (key, id) => {
    const tree = key === 'classId' ? layers?.data : key === 'statusId' ? statuses?.data : undefined;
    return tree?.flatMap(({ childClassifiers }) => childClassifiers).find((one) => one.id === id)?.name;
  };
}
