import {
  addGroup,
  addUnit,
  addUser,
  type BodyOf,
  deleteGroup,
  deleteUnit,
  deleteUser,
  editUser,
  type Group,
  getEffectivePermissions,
  inviteAgain,
  listGroups,
  listUnits,
  listUsers,
  type QueryOf,
  setUserStatus,
  type Unit,
  updateGroup,
  updateUnit,
} from '@pgis/contract';
import {
  keepPreviousData,
  mutationOptions,
  type QueryClient,
  queryOptions,
  useQuery,
} from '@tanstack/react-query';
import { callApi } from '../../api/index.ts';
import { afterSettled, afterSuccess } from '../../ui/forms/mutationEffects.ts';
import { useSession } from '../session/index.ts';

const noGroups: readonly Group[] = [];
const noUnits: readonly Unit[] = [];

/** Keys hold the signed-in user, so that nobody sees what another user has loaded. */
function useKey() {
  const { user } = useSession();
  return (...parts: readonly unknown[]) => ['admin', user?.userId ?? null, ...parts];
}

export function useUserList(query: QueryOf<typeof listUsers>) {
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

export const effectivePermissionsQuery = (userId: number) =>
  queryOptions({
    queryKey: ['admin', 'effective', userId],
    queryFn: ({ signal }) => callApi(getEffectivePermissions, { params: { userId }, signal }),
    staleTime: 0,
  });

/** Users, groups and units name each other, so a change of one loads all of them again. */
const invalidateAll = (client: QueryClient) => client.invalidateQueries({ queryKey: ['admin'] });

/** The dialog of a saved form closes at once; the lists behind it follow. */
const afterSave = afterSuccess((client) => void invalidateAll(client));

/** Also after a failure: somebody else may have changed the user or group meanwhile. */
const afterAction = afterSettled(invalidateAll);

/** Saves a user or, without an id, sends an invitation. */
export const saveUser = mutationOptions({
  mutationFn: ({ id, body }: { readonly id?: number | undefined; readonly body: BodyOf<typeof addUser> }) =>
    id === undefined ? callApi(addUser, { body }) : callApi(editUser, { params: { userId: id }, body }),
  ...afterSave,
});

/** Saves a group; without an id it is added. */
export const saveGroup = mutationOptions({
  mutationFn: ({ id, body }: { readonly id?: number | undefined; readonly body: BodyOf<typeof addGroup> }) =>
    id === undefined ? callApi(addGroup, { body }) : callApi(updateGroup, { params: { groupId: id }, body }),
  ...afterSave,
});

interface UnitToSave {
  readonly id?: number | undefined;
  readonly name: string;
  /** null for the root. */
  readonly parentId: number | null;
}

/** Saves a unit; without an id it is added. */
export const saveUnit = mutationOptions({
  mutationFn: ({ id, name, parentId }: UnitToSave) =>
    id === undefined
      ? callApi(addUnit, { body: { name, parentId: Number(parentId) } })
      : callApi(updateUnit, { params: { unitId: id }, body: { name, parentId } }),
  ...afterSave,
});

export const removeGroup = mutationOptions({
  mutationFn: ({ id }: Pick<Group, 'id'>) => callApi(deleteGroup, { params: { groupId: id } }),
  ...afterAction,
});

export const removeUnit = mutationOptions({
  mutationFn: ({ id }: Pick<Unit, 'id'>) => callApi(deleteUnit, { params: { unitId: id } }),
  ...afterAction,
});

export const changeUserStatus = mutationOptions({
  mutationFn: (params: { readonly userId: number; readonly userStatus: 'enabled' | 'disabled' }) =>
    callApi(setUserStatus, { params }),
  ...afterAction,
});

export const removeUser = mutationOptions({
  mutationFn: (userId: number) => callApi(deleteUser, { params: { userId } }),
  ...afterAction,
});

export const sendInvitationAgain = mutationOptions({
  mutationFn: (userId: number) => callApi(inviteAgain, { params: { userId } }),
  ...afterAction,
});
