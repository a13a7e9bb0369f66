import {
  addCustomReport,
  type CustomReport,
  changeCustomReport,
  deleteCustomReport,
  exportCustomReport,
  getCustomReport,
  listCustomReports,
  previewCustomReport,
  type ReportContent,
  runCustomReport,
} from '@pgis/contract';
import { keepPreviousData, mutationOptions, type QueryClient, useQuery } from '@tanstack/react-query';
import { callApi } from '../../../api/index.ts';
import { useTexts } from '../../../i18n/index.ts';
import { afterSettled, afterSuccess } from '../../../ui/forms/mutationEffects.ts';
import { saveFile } from '../../../ui/saveFile.ts';
import { useSession } from '../../session/index.ts';
import { isWhole, type ReportDraft, toContent } from './editor/reportDraft.ts';

/** Keys hold the signed-in user and the language, because the server translates some texts of the results. */
function useKey() {
  const { user } = useSession();
  const { language } = useTexts();
  return (...parts: readonly unknown[]) => ['customReports', user?.userId ?? null, language, ...parts];
}

export function useCustomReports() {
  const keyOf = useKey();
  return useQuery({
    queryKey: keyOf('list'),
    queryFn: ({ signal }) => callApi(listCustomReports, { signal }),
    staleTime: 0,
  });
}

export function useCustomReport(id: number | undefined) {
  const keyOf = useKey();
  return useQuery({
    queryKey: keyOf('one', id),
    queryFn: ({ signal }) => callApi(getCustomReport, { params: { id: id ?? 0 }, signal }),
    enabled: id !== undefined,
    staleTime: 0,
  });
}

export function useReportResult({ id, updatedAt }: Pick<CustomReport, 'id' | 'updatedAt'>) {
  const keyOf = useKey();
  return useQuery({
    queryKey: keyOf('result', id, updatedAt),
    queryFn: ({ signal }) => callApi(runCustomReport, { params: { id }, signal }),
    staleTime: 0,
  });
}

/** The result of a report that is being edited; loads nothing while the content is incomplete. */
export function useReportPreview(content: ReportContent) {
  const keyOf = useKey();
  return useQuery({
    queryKey: keyOf('preview', content),
    queryFn: ({ signal }) =>
      callApi(previewCustomReport, {
        body: toBody(content),
        signal,
        background: true,
      }),
    placeholderData: keepPreviousData,
    enabled: isWhole(content),
    retry: false,
  });
}

const invalidateReports = (client: QueryClient) => client.invalidateQueries({ queryKey: ['customReports'] });

/** Saves a report; without an id it is added. The list is up to date when the save ends. */
export const saveReport = mutationOptions({
  mutationFn: ({ id, draft }: { readonly id: number | undefined; readonly draft: ReportDraft }) => {
    const { name, description, shared } = draft;
    const body = { name, description, shared, ...toBody(toContent(draft)) };
    return id === undefined
      ? callApi(addCustomReport, { body })
      : callApi(changeCustomReport, { params: { id }, body });
  },
  ...afterSuccess(invalidateReports),
});

export const removeReport = mutationOptions({
  mutationFn: ({ id }: Pick<CustomReport, 'id'>) => callApi(deleteCustomReport, { params: { id } }),
  ...afterSettled(invalidateReports),
});

export const downloadCsv = mutationOptions({
  mutationFn: async ({ id, name }: Pick<CustomReport, 'id' | 'name'>) =>
    saveFile(await callApi(exportCustomReport, { params: { id } }), `${name}.csv`),
});

/** The contract takes mutable lists. */
const toBody = ({ layerIds, columns, metrics, ...content }: ReportContent) => ({
  ...content,
  layerIds: [...layerIds],
  columns: [...columns],
  metrics: [...metrics],
});
