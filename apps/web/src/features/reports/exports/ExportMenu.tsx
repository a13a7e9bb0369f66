import { Button, Menu } from '@mantine/core';
import { type ExportFormat, exportFormats, limits, type ReportSelection } from '@pgis/contract';
import { IconDownload } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useTexts } from '../../../i18n/index.ts';
import { useAction } from '../../../ui/forms/useAction.ts';
import { useSession } from '../../session/index.ts';
import { toCustomReportSearch } from '../custom/customReportLocation.ts';
import type { ReportFilterValues } from '../filter/reportFilter.ts';
import { exportDirectly, requestExport } from '../reportQueries.ts';

interface ExportMenuProps {
  readonly layer: { readonly id: number; readonly name: string };
  readonly selection: ReportSelection;
  /** The filter of the selection in the form's terms, for a custom report that starts with it. */
  readonly values: ReportFilterValues;
  /** undefined until the rows are counted. */
  readonly total: number | undefined;
}

/** Saves the report as a file, with the rows, order and columns of the table. */
export function ExportMenu({ layer, selection, values, total }: ExportMenuProps) {
  const { t, language } = useTexts();
  const { user } = useSession();
  const navigate = useNavigate();
  const toCustomReport = () => {
    const search = toCustomReportSearch({ layerId: layer.id, values, columns: selection.columns ?? [] });
    void navigate({ to: `/${language}/reports/custom-reports`, search });
  };
  const direct = useAction(exportDirectly, () => t('MAP.FILE_EXPORTED'));
  const background = useAction(requestExport, () => ({ kind: 'info', message: t('REPORTS.EXPORT_BEGUN') }));
  const save = (format: ExportFormat) => {
    const isSmall = total !== undefined && total <= limits.reportOfferedDirectRows;
    if (format === 'csv' && isSmall) direct.run({ layer, selection });
    else background.run({ layer, selection, format });
  };
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button leftSection={<IconDownload size={16} />}>{t('REPORTS.EXPORT')}</Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{t('REPORTS.EXPORT_CONTENT')}</Menu.Label>
        {exportFormats.map((format) => (
          <Menu.Item key={format} onClick={() => save(format)}>
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
