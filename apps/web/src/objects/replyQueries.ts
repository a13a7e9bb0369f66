import { listMentionable, listReplies } from '@pgis/contract';
import { queryOptions } from '@tanstack/react-query';
import { callApi } from '../api/index.ts';
import { caseKey } from './objectQueries.ts';

/** Answers that the templates propose for an object, with its values in them; a change of the case makes them stale. */
export const repliesQuery = (id: number, userId: number | null) =>
  queryOptions({
    queryKey: [...caseKey(id), 'replies', userId],
    queryFn: ({ signal }) => callApi(listReplies, { params: { id }, signal }),
    staleTime: 0,
  });

const MENTIONABLE_STALE_MS = 5 * 60_000;

/** Users whom a comment on the object can mention. */
export const mentionableQuery = (id: number, userId: number | null) =>
  queryOptions({
    queryKey: [...caseKey(id), 'mentionable', userId],
    queryFn: ({ signal }) => callApi(listMentionable, { params: { id }, signal, background: true }),
    staleTime: MENTIONABLE_STALE_MS,
  });
