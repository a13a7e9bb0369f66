import { ActionIcon, Badge, Button } from '@mantine/core';
import type { CustomReport } from '@pgis/contract';
import { IconChartBar, IconCopy, IconPencil, IconPlus, IconTrash } from '@tabler/icons-react';
import { errorText, formatDate, useTexts } from '../../../i18n/index.ts';
import { confirm } from '../../../ui/dialogs/index.ts';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { useAction } from '../../../ui/forms/useAction.ts';
import { Tooltip } from '../../../ui/popovers/index.ts';
import { OverviewLink } from '../OverviewLink.tsx';
import classes from './custom.module.css';
import type { CustomReportLocation } from './customReportLocation.ts';
import { removeReport, useCustomReports } from './customReportQueries.ts';

interface ReportListProps {
  readonly hrefOf: (location: CustomReportLocation) => string;
  readonly onGo: (location: CustomReportLocation) => void;
}

/** Built-in reports, the user's own reports and those that colleagues share. */
export function ReportList({ hrefOf, onGo }: ReportListProps) {
  const { t } = useTexts();
  const reports = useCustomReports();
  return (
    <>
      <div className={classes.head}>
        <h1 className={classes.title}>{t('MY_PGIS.CUSTOM_REPORTS')}</h1>
        <OverviewLink />
        <Button leftSection={<IconPlus size={16} />} onClick={() => onGo({ edit: 'new' })}>
          {t('CUSTOM_REPORTS.NEW')}
        </Button>
      </div>
      {reports.isError && (
        <EmptyState
          level={2}
          title={t('CUSTOM_REPORTS.LIST_NOT_LOADED')}
          text={errorText(t, reports.error)}
          actions={<Button onClick={() => void reports.refetch()}>{t('COMMON.RETRY')}</Button>}
        />
      )}
      <ul className={classes.list} aria-label={t('MY_PGIS.CUSTOM_REPORTS')} aria-busy={reports.isFetching}>
        {(reports.data ?? []).map((report) => (
          <ReportCard key={report.id} report={report} hrefOf={hrefOf} onGo={onGo} />
        ))}
      </ul>
    </>
  );
}

function ReportCard({ report, hrefOf, onGo }: ReportListProps & { readonly report: CustomReport }) {
  const { t } = useTexts();
  const { id, name, description, isReady, shared, canEdit, ownerName, updatedAt } = report;
  const remove = useRemove(report);
  return (
    <li className={classes.card}>
      <IconChartBar size={22} className={classes.cardIcon} aria-hidden="true" />
      <div className={classes.cardText}>
        <a className={classes.cardName} href={hrefOf({ report: id })}>
          {name}
        </a>
        {description !== '' && <p className={classes.cardDescription}>{description}</p>}
        <p className={classes.meta}>
          {isReady ? t('CUSTOM_REPORTS.READY') : `${ownerName} · ${formatDate(updatedAt)}`}
          {shared && !isReady && (
            <Badge component="span" size="sm" variant="light" ml={8}>
              {t('CUSTOM_REPORTS.SHARED')}
            </Badge>
          )}
        </p>
      </div>
      <div className={classes.cardActions}>
        <Tooltip label={t('CUSTOM_REPORTS.COPY')}>
          <ActionIcon
            aria-label={t('CUSTOM_REPORTS.COPY_OF', { name })}
            onClick={() => onGo({ edit: 'new', copy: id })}
          >
            <IconCopy size={16} />
          </ActionIcon>
        </Tooltip>
        {canEdit && (
          <>
            <Tooltip label={t('REPORTS.EDIT')}>
              <ActionIcon aria-label={t('REPORTS.EDIT_OF', { name })} onClick={() => onGo({ edit: id })}>
                <IconPencil size={16} />
              </ActionIcon>
            </Tooltip>
            <Tooltip label={t('REPORTS.DELETE')}>
              <ActionIcon
                color="red"
                aria-label={t('REPORTS.DELETE_OF', { name })}
                onClick={() => void remove()}
              >
                <IconTrash size={16} />
              </ActionIcon>
            </Tooltip>
          </>
        )}
      </div>
    </li>
  );
}

function useRemove(report: CustomReport) {
  const { t } = useTexts();
  const { name } = report;
  const { run } = useAction(removeReport, () => t('CUSTOM_REPORTS.DELETED', { name }));
  return async () => {
    if (await confirm({ message: t('CONFIRM_DELETE', { name }), isDestructive: true })) run(report);
  };
}
