import { ActionIcon, Button, Progress } from '@mantine/core';
import type { ReportExport } from '@pgis/contract';
import { IconDownload, IconX } from '@tabler/icons-react';
import { formatDateTime, formatFileSize, formatNumber, useTexts } from '../../../i18n/index.ts';
import { useAction } from '../../../ui/forms/useAction.ts';
import { downloadExport, isUnderWay, removeExport, useReportExports } from '../reportQueries.ts';
import classes from '../reports.module.css';

/** Files that are being written or are ready for download; renders nothing if there are none. */
export function ExportList() {
  const { t } = useTexts();
  const { data: files = [] } = useReportExports();
  if (files.length === 0) return null;
  return (
    <section aria-label={t('REPORTS.FILES')}>
      <h2 className={classes.caption}>{t('REPORTS.FILES')}</h2>
      <ul className={classes.files}>
        {files.map((file) => (
          <ExportRow key={file.id} file={file} />
        ))}
      </ul>
    </section>
  );
}

function ExportRow({ file }: { readonly file: ReportExport }) {
  const { t, language } = useTexts();
  const { run: download } = useAction(downloadExport);
  const { run: remove } = useAction(removeExport);
  const { fileName: name, state, problem, rowsDone, rowsTotal, size, expiresAt } = file;
  const count = (rows: number) => formatNumber(rows, language);
  const isBusy = isUnderWay(file);
  return (
    <li className={classes.file}>
      <span className={classes.fileName}>{name}</span>
      {isBusy && (
        <Progress
          className={classes.progress ?? ''}
          aria-label={t('REPORTS.PROGRESS_OF', { name })}
          value={rowsTotal ? (rowsDone / rowsTotal) * 100 : 0}
        />
      )}
      <span className={classes.meta} role="status">
        {state === 'waiting' && t('REPORTS.WAITING')}
        {state === 'running' &&
          t('REPORTS.ROWS_OF', { done: count(rowsDone), total: rowsTotal === null ? '…' : count(rowsTotal) })}
        {state === 'failed' && t(problem === null ? 'REPORTS.FAILED' : `REPORTS.PROBLEMS.${problem}`)}
        {state === 'done' &&
          `${formatFileSize(size ?? 0, language)} · ${t('REPORTS.UNTIL', { date: formatDateTime(expiresAt) })}`}
      </span>
      {state === 'done' && (
        <Button
          variant="default"
          size="xs"
          leftSection={<IconDownload size={14} />}
          aria-label={t('REPORTS.DOWNLOAD_OF', { name })}
          onClick={() => download(file)}
        >
          {t('REPORTS.DOWNLOAD')}
        </Button>
      )}
      <ActionIcon
        aria-label={t(isBusy ? 'REPORTS.STOP_OF' : 'REPORTS.REMOVE_OF', { name })}
        onClick={() => remove(file)}
      >
        <IconX size={16} />
      </ActionIcon>
    </li>
  );
}
