import { type Group, listGroups, listUnits, listUsers, type QueryOf, type Unit } from '@pgis/contract';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { callApi } from '../../api/index.ts';
import { useSession } from '../session/index.ts';

type UserQuery = QueryOf<typeof listUsers>;

const noGroups: readonly Group[] = [];
const noUnits: readonly Unit[] = [];

/** Of one signed-in user: another one never sees what was read for him. */
function useKey() {
  const { user } = useSession();
  return (...parts: readonly unknown[]) => ['admin', user?.userId ?? null, ...parts];
}

export function useUserList(query: UserQuery) {
  const keyOf = useKey();
  return useQuery({
    queryKey: keyOf('users', query),
    queryFn: ({ signal }) => callApi(listUsers, { query, signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
}

export function useGroups() {
  const keyOf = useKey();
  const query = useQuery({
    queryKey: keyOf('groups'),
    queryFn: ({ signal }) => callApi(listGroups, { signal }),
    staleTime: 0,
  });
  return { query, groups: query.data ?? noGroups };
}

export function useUnits() {
  const keyOf = useKey();
  const query = useQuery({
    queryKey: keyOf('units'),
    queryFn: ({ signal }) => callApi(listUnits, { signal }),
    staleTime: 0,
  });
  return { query, units: query.data ?? noUnits };
}

/** After a change: users, groups and units name each other, so all are read again. */
export function useReadAgain(): () => Promise<void> {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: ['admin'] });
}
