import {
  countNotices,
  listNotices,
  type MailRhythm,
  type NoticeId,
  readNotices,
  setNoticeMail,
} from '@pgis/contract';
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { callApi } from '../../api/index.ts';

/** Polling interval while the page is visible. */
const POLL_MS = 60_000;
const PAGE_ROWS = 20;

const keys = {
  all: ['notices'],
  count: (userId: number) => ['notices', 'count', userId],
  list: (userId: number, onlyUnread: boolean) => ['notices', 'list', userId, onlyUnread],
} as const;

/** The number of unread notices, kept up to date while the page is visible. */
export function useUnreadCount(userId: number): number {
  const { data } = useQuery({
    queryKey: keys.count(userId),
    queryFn: ({ signal }) => callApi(countNotices, { signal, background: true }),
    refetchInterval: POLL_MS,
    refetchOnWindowFocus: true,
    staleTime: 0,
  });
  return data?.unread ?? 0;
}

/** Notices of the signed-in user, newest first, read anew whenever the list opens. */
export const useNotices = (userId: number, onlyUnread: boolean) =>
  useInfiniteQuery({
    queryKey: keys.list(userId, onlyUnread),
    queryFn: ({ signal, pageParam }) =>
      callApi(listNotices, {
        query: { _page: pageParam, _size: PAGE_ROWS, ...(onlyUnread && { _unread: true }) },
        signal,
      }),
    initialPageParam: 1,
    getNextPageParam: ({ hasMore }, pages) => (hasMore ? pages.length + 1 : undefined),
    staleTime: 0,
  });

/**
 * Marks notices as read: one, or all up to the newest that is listed. `onError` is also called when the list has been
 * closed meanwhile.
 */
export function useMarkRead(userId: number, onError: (cause: unknown) => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (which: { readonly id: NoticeId } | { readonly until: string }) =>
      callApi(readNotices, { body: 'id' in which ? { ids: [which.id] } : which }),
    onError,
    onSuccess: (count) => {
      client.setQueryData(keys.count(userId), count);
      return client.invalidateQueries({ queryKey: [...keys.all, 'list'] });
    },
  });
}

/** Sets how often mails come about the user's own work; `onError` as above. */
export function useSetNoticeMail(onError: (cause: unknown) => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (mail: MailRhythm) => callApi(setNoticeMail, { body: { mail } }),
    onError,
    onSuccess: () => client.invalidateQueries({ queryKey: [...keys.all, 'list'] }),
  });
}
