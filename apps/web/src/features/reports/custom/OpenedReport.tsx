import { ActionIcon, Button, Menu, Skeleton } from '@mantine/core';
import type { CustomReport, CustomReportResult } from '@pgis/contract';
import { IconArrowLeft, IconCopy, IconDownload, IconPencil, IconPrinter } from '@tabler/icons-react';
import { loadCode } from '../../../api/index.ts';
import { errorText, useTexts } from '../../../i18n/index.ts';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { useAction } from '../../../ui/forms/useAction.ts';
import { showToast } from '../../../ui/toasts/index.ts';
import { ScheduleButton } from '../schedules/ScheduleButton.tsx';
import { CompactButton } from '../table/CompactButton.tsx';
import classes from './custom.module.css';
import type { CustomReportLocation } from './customReportLocation.ts';
import { downloadCsv, useCustomReport, useReportResult } from './customReportQueries.ts';
import { ResultView } from './result/ResultView.tsx';
import { useReportSpeaker } from './useReportSpeaker.ts';

interface OpenedReportProps {
  readonly id: number;
  readonly onGo: (location: CustomReportLocation) => void;
}

/** A saved report with its current result. */
export function OpenedReport({ id, onGo }: OpenedReportProps) {
  const { t } = useTexts();
  const report = useCustomReport(id);
  if (report.isError)
    return (
      <EmptyState
        level={1}
        title={t('REPORTS.NOT_LOADED')}
        text={errorText(t, report.error)}
        actions={<Button onClick={() => onGo({})}>{t('CUSTOM_REPORTS.BACK')}</Button>}
      />
    );
  if (report.data === undefined) return <Skeleton height={320} />;
  return <Result report={report.data} onGo={onGo} />;
}

function Result({
  report,
  onGo,
}: {
  readonly report: CustomReport;
  readonly onGo: OpenedReportProps['onGo'];
}) {
  const { t } = useTexts();
  const { id, name, description, canEdit } = report;
  const result = useReportResult(report);
  return (
    <>
      <div className={classes.head}>
        <ActionIcon size="lg" aria-label={t('CUSTOM_REPORTS.BACK')} onClick={() => onGo({})}>
          <IconArrowLeft size={20} />
        </ActionIcon>
        <div className={classes.names}>
          <h1 className={classes.title}>{name}</h1>
          {description !== '' && <p className={classes.meta}>{description}</p>}
        </div>
        {canEdit ? (
          <CompactButton
            label={t('REPORTS.EDIT')}
            icon={<IconPencil size={16} />}
            onClick={() => onGo({ edit: id })}
          />
        ) : (
          <CompactButton
            label={t('CUSTOM_REPORTS.COPY')}
            icon={<IconCopy size={16} />}
            onClick={() => onGo({ edit: 'new', copy: id })}
          />
        )}
        <ScheduleButton name={name} report={{ reportId: id }} />
        {result.data !== undefined && <ExportButtons report={report} result={result.data} />}
      </div>
      {result.isError ? (
        <EmptyState
          level={2}
          title={t('REPORTS.NOT_LOADED')}
          text={errorText(t, result.error)}
          actions={<Button onClick={() => void result.refetch()}>{t('COMMON.RETRY')}</Button>}
        />
      ) : result.data === undefined ? (
        <Skeleton height={320} />
      ) : (
        <ResultView label={name} content={report} result={result.data} />
      )}
    </>
  );
}

interface ExportButtonsProps {
  readonly report: CustomReport;
  readonly result: CustomReportResult;
}

/** The server writes the CSV file, with all rows; print and PDF hold the rows on the screen. */
function ExportButtons({ report, result }: ExportButtonsProps) {
  const speaker = useReportSpeaker(result.layers.map((layer) => layer.id));
  const { t } = speaker;
  const { name } = report;
  const { run: saveCsv } = useAction(downloadCsv);
  const fail = (cause: unknown) => {
    console.error('the report could not be exported', cause);
    showToast({ kind: 'error', message: errorText(t, cause) });
  };
  const prepare = () =>
    Promise.all([
      loadCode(() => import('./toReportPaper.ts')).then(({ toPaper }) => toPaper(speaker, report, result)),
      loadCode(async () => (await import('../../print/index.ts')).loadReportPrinting()),
    ]);
  const { run: savePdf, isRunning } = useAction({
    mutationFn: async () => {
      const [paper, { saveReportPdf }] = await prepare();
      await saveReportPdf(paper, `${name}.pdf`);
    },
  });
  const print = async () => {
    const [paper, { printReport }] = await prepare();
    await printReport(paper);
  };
  return (
    <>
      <CompactButton
        label={t('CUSTOM_REPORTS.PRINT')}
        icon={<IconPrinter size={16} />}
        onClick={() => void print().catch(fail)}
      />
      <Menu position="bottom-end">
        <Menu.Target>
          <Button leftSection={<IconDownload size={16} />} loading={isRunning}>
            {t('REPORTS.EXPORT')}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => savePdf()}>PDF</Menu.Item>
          <Menu.Item onClick={() => saveCsv(report)}>CSV</Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </>
  );
}
