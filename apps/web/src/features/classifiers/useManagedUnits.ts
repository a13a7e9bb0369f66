import { listUnits } from '@pgis/contract';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { callApi } from '../../api/index.ts';
import { useSession } from '../session/index.ts';
import { findHighest, listUnitPaths } from './listUnitPaths.ts';

/** The units in which the reader may make groups; none until they are known. */
export function useManagedUnits() {
  const { user } = useSession();
  const { data } = useQuery({
    queryKey: ['managed-units', user?.userId ?? null],
    queryFn: ({ signal }) => callApi(listUnits, { signal }),
  });
  return useMemo(() => ({ units: listUnitPaths(data ?? []), highestId: findHighest(data ?? []) }), [data]);
}
