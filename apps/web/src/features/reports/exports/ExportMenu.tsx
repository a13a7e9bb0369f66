import { Button, Menu } from '@mantine/core';
import { type ExportFormat, exportFormats, limits, type ReportSelection } from '@pgis/contract';
import { IconDownload } from '@tabler/icons-react';
import { useTexts } from '../../../i18n/index.ts';
import { useAction } from '../../../ui/forms/useAction.ts';
import type { Toast } from '../../../ui/toasts/index.ts';
import { exportDirectly, requestExport } from '../reportQueries.ts';
import { CompactButton } from '../table/CompactButton.tsx';

interface ExportMenuProps {
  readonly layer: { readonly id: number; readonly name: string };
  readonly selection: ReportSelection;
  /** undefined until the rows are counted. */
  readonly total: number | undefined;
  /** Goes to a custom report of the same rows; undefined where there is none to go to. */
  readonly onCustomReport?: (() => void) | undefined;
  /** `xs` in the table under the map, which has no list of files. */
  readonly size?: 'xs';
}

/** Saves the report as a file, with the rows, order and columns of the table. */
export function ExportMenu({ layer, selection, total, onCustomReport, size }: ExportMenuProps) {
  const { t, language } = useTexts();
  const begun: Toast =
    size === 'xs'
      ? {
          kind: 'info',
          message: t('REPORTS.EXPORT_BEGUN_ELSEWHERE'),
          action: {
            label: t('REPORTS.SHOW_FILES'),
            onAct: () => window.location.assign(`#/${language}/reports/layer-reports?layer=${layer.id}`),
          },
        }
      : { kind: 'info', message: t('REPORTS.EXPORT_BEGUN') };
  const direct = useAction(exportDirectly, () => t('MAP.FILE_EXPORTED'));
  const background = useAction(requestExport, () => begun);
  const save = (format: ExportFormat) => {
    const isSmall = total !== undefined && total <= limits.reportOfferedDirectRows;
    if (format === 'csv' && isSmall) direct.run({ layer, selection });
    else background.run({ layer, selection, format });
  };
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        {size === 'xs' ? (
          <CompactButton size="xs" icon={<IconDownload size={14} />} label={t('REPORTS.EXPORT')} />
        ) : (
          <Button leftSection={<IconDownload size={16} />}>{t('REPORTS.EXPORT')}</Button>
        )}
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{t('REPORTS.EXPORT_CONTENT')}</Menu.Label>
        {exportFormats.map((format) => (
          <Menu.Item key={format} onClick={() => save(format)}>
            {t(`REPORTS.FORMATS.${format}`)}
          </Menu.Item>
        ))}
        {onCustomReport && (
          <>
            <Menu.Divider />
            <Menu.Item onClick={onCustomReport}>{t('REPORTS.AS_CUSTOM')}</Menu.Item>
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
