import {
  type BodyOf,
  changeFollow,
  type Follow,
  followLayers,
  followObject,
  listFollows,
  type MailRhythm,
  type ObjectId,
  stopFollowing,
} from '@pgis/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { callApi } from '../../api/index.ts';

const STALE_MS = 60_000;
const keyOf = (userId: number) => ['follows', userId] as const;

/** The user's follows, newest first. */
export const useFollows = (userId: number) =>
  useQuery({
    queryKey: keyOf(userId),
    queryFn: ({ signal }) => callApi(listFollows, { signal, background: true }),
    staleTime: STALE_MS,
  });

/** The changes of what the user follows; the list follows each. */
export function useFollowChanges(userId: number) {
  const client = useQueryClient();
  const change = (next: (follows: Follow[]) => Follow[]) =>
    client.setQueryData<Follow[]>(keyOf(userId), (follows = []) => next(follows));
  const put = (one: Follow) => change((follows) => [one, ...follows.filter(({ id }) => id !== one.id)]);
  return {
    followObject: useMutation({
      mutationFn: (body: { readonly objectId: ObjectId; readonly mail: MailRhythm }) =>
        callApi(followObject, { body }),
      onSuccess: put,
    }),
    followLayers: useMutation({
      mutationFn: (body: BodyOf<typeof followLayers>) => callApi(followLayers, { body }),
      onSuccess: put,
    }),
    setMail: useMutation({
      mutationFn: ({ id, mail }: Pick<Follow, 'id' | 'mail'>) =>
        callApi(changeFollow, { params: { id }, body: { mail } }),
      onSuccess: (changed) =>
        void change((follows) => follows.map((one) => (one.id === changed.id ? changed : one))),
    }),
    stop: useMutation({
      mutationFn: ({ id }: Pick<Follow, 'id'>) => callApi(stopFollowing, { params: { id } }),
      onSuccess: (_, { id }) => void change((follows) => follows.filter((one) => one.id !== id)),
    }),
  };
}
