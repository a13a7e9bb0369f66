import {
  type CustomReport,
  getCustomReport,
  listCustomReports,
  previewCustomReport,
  type ReportContent,
  runCustomReport,
} from '@pgis/contract';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { callApi } from '../../../api/index.ts';
import { useTexts } from '../../../i18n/index.ts';
import { useSession } from '../../session/index.ts';

/** Of one signed-in user; the server says some words in his language. */
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

/** What is being written, as far as it can be run. */
export function useReportPreview(content: ReportContent, isWhole: boolean) {
  const keyOf = useKey();
  return useQuery({
    queryKey: keyOf('preview', content),
    queryFn: ({ signal }) =>
      callApi(previewCustomReport, {
        body: {
          ...content,
          layerIds: [...content.layerIds],
          columns: [...content.columns],
          metrics: [...content.metrics],
        },
        signal,
        background: true,
      }),
    placeholderData: keepPreviousData,
    enabled: isWhole,
    retry: false,
  });
}

export function useReadReportsAgain(): () => Promise<void> {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: ['customReports'] });
}
