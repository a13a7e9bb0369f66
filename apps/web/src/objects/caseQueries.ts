import { getCase, listAssignees } from '@pgis/contract';
import { queryOptions } from '@tanstack/react-query';
import { callApi } from '../api/index.ts';
import { caseKey } from './objectQueries.ts';

export { caseListsKey } from './objectQueries.ts';

/** The work on an object of a case layer. */
export const caseQuery = (id: number, userId: number | null) =>
  queryOptions({
    queryKey: [...caseKey(id), userId],
    queryFn: ({ signal }) => callApi(getCase, { params: { id }, signal, background: true }),
    staleTime: 0,
    retry: false,
  });

/** Units and persons who can be assigned to cases of a layer. */
export const assigneesQuery = (classId: number, userId: number | null) =>
  queryOptions({
    queryKey: ['case-assignees', classId, userId],
    queryFn: ({ signal }) => callApi(listAssignees, { params: { classId }, signal }),
    staleTime: 60_000,
  });
