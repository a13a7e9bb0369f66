import { exportCaseReport, getCaseReport } from '@pgis/contract';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { callApi } from '../../../api/index.ts';
import { caseListsKey } from '../../../objects/caseQueries.ts';
import { saveFile } from '../../../ui/saveFile.ts';
import { type CaseworkLocation, toCaseworkQuery } from './caseworkLocation.ts';

/** Keyed as the lists of cases, so that a change of a case makes the figures stale. */
export const caseReportQuery = (location: CaseworkLocation, userId: number | null) =>
  queryOptions({
    queryKey: [...caseListsKey, 'report', userId, location],
    queryFn: ({ signal }) => callApi(getCaseReport, { query: toCaseworkQuery(location), signal }),
    placeholderData: keepPreviousData,
  });

export const downloadCaseReport = {
  mutationFn: async ({ location, name }: { location: CaseworkLocation; name: string }) =>
    saveFile(await callApi(exportCaseReport, { query: toCaseworkQuery(location) }), `${name}.csv`),
};
