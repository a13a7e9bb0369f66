import { Button, Menu } from '@mantine/core';
import {
  addReportExport,
  type ExportFormat,
  exportFormats,
  exportObjectReport,
  type ReportSelection,
} from '@pgis/contract';
import { IconDownload } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { callApi } from '../../api/index.ts';
import { errorText, useTexts } from '../../i18n/index.ts';
import { saveFile } from '../../ui/saveFile.ts';
import { showToast } from '../../ui/toasts/index.ts';
import { useSession } from '../session/index.ts';
import { toSeenSearch } from './custom/customPlace.ts';
import { useReadAgain } from './reportData.ts';
import type { FilterValues } from './reportFilter.ts';

/** Up to so many rows a CSV file is there at once; more are written in the background. */
const DIRECT_ROWS = 20_000;

interface ExportMenuProps {
  readonly layer: { readonly id: number; readonly name: string };
  readonly selection: ReportSelection;
  /** What the filter of the selection says, for a custom report that begins with it. */
  readonly values: FilterValues;
  /** undefined until it is counted. */
  readonly total: number | undefined;
}

/** The report as a file: what is shown, in the order and with the columns of the table. */
export function ExportMenu({ layer: { id, name }, selection, values, total }: ExportMenuProps) {
  const { t, language } = useTexts();
  const readAgain = useReadAgain();
  const { user } = useSession();
  const navigate = useNavigate();
  const toCustomReport = () => {
    const search = toSeenSearch({ layerId: id, values, columns: selection.columns ?? [] });
    void navigate({ to: `/${language}/reports/custom-reports` as string, search: search as never });
  };
  const save = async (format: ExportFormat) => {
    try {
      if (format === 'csv' && total !== undefined && total <= DIRECT_ROWS) {
        const body = { id, name, ...selection };
        const file = await callApi(exportObjectReport, { params: { classifierId: id }, body });
        // REP-02
        saveFile(file, `${name}_objects.csv`);
        showToast({ kind: 'success', message: t('MAP.FILE_EXPORTED') });
        return;
      }
      await callApi(addReportExport, { body: { classId: id, format, name, ...selection } });
      showToast({ kind: 'info', message: t('REPORTS.EXPORT_BEGUN') });
      await readAgain('exports');
    } catch (cause) {
      console.error('the report could not be exported', cause);
      showToast({ kind: 'error', message: errorText(t, cause) });
    }
  };
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button leftSection={<IconDownload size={16} />}>{t('REPORTS.EXPORT')}</Button>
      </Menu.Target>
      <Menu.Dropdown>
        {exportFormats.map((format) => (
          <Menu.Item key={format} onClick={() => void save(format)}>
            {t(`REPORTS.FORMATS.${format}`)}
          </Menu.Item>
        ))}
        {user?.hasCustomReports === true && (
          <>
            <Menu.Divider />
            <Menu.Item onClick={toCustomReport}>{t('REPORTS.AS_CUSTOM')}</Menu.Item>
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
