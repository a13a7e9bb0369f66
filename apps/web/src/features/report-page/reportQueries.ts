import { getReportPage, openReport, type ReporterPage, reopenReport } from '@pgis/contract';
import { queryOptions } from '@tanstack/react-query';
import { callApi } from '../../api/index.ts';
import type { Language } from '../../i18n/index.ts';
import { afterSuccess } from '../../ui/forms/mutationEffects.ts';

const reportKey = (address: string, language: Language) => ['report-page', address, language];

/**
 * The page of a report. Its address holds the token of a mail's link, which lets this browser see the report, or the id of a
 * report that this browser has sent.
 */
export const reportPageQuery = (address: string, language: Language) =>
  queryOptions({
    queryKey: reportKey(address, language),
    queryFn: async ({ signal }): Promise<ReporterPage> => {
      const id = /^\d+$/.test(address)
        ? Number(address)
        : (await callApi(openReport, { body: { token: address } })).id;
      return await callApi(getReportPage, { params: { id }, signal });
    },
    retry: false,
  });

/** Reopens the report; its page then shows the new state. */
export const reopening = (address: string, language: Language, id: number) => ({
  mutationFn: (text: string) => callApi(reopenReport, { params: { id }, body: { text } }),
  ...afterSuccess((client, page) => void client.setQueryData(reportKey(address, language), page)),
});
