import { Button, Skeleton } from '@mantine/core';
import { type ReporterPage, referenceOf } from '@pgis/contract';
import { IconCircleCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { ApiError } from '../../api/index.ts';
import { errorText, useTexts } from '../../i18n/index.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import frame from '../../ui/stepFrame.module.css';
import { FollowFoot } from './FollowFoot.tsx';
import { ReopenForm } from './ReopenForm.tsx';
import { ReportContent } from './ReportContent.tsx';
import classes from './ReportPage.module.css';
import { reportPageQuery } from './reportQueries.ts';

interface ReportPageViewProps {
  /** Token of a mail's link, or id of a report that this browser has sent. */
  readonly address: string;
  /** The bar above the page; forms have their own. */
  readonly head: (companyName: string) => ReactNode;
}

/** The page of a report for its reporter, without an account. */
export function ReportPageView({ address, head }: ReportPageViewProps) {
  const { language } = useTexts();
  const [step, setStep] = useState<'page' | 'reopening' | 'reopened'>('page');
  const { data: report, error, refetch } = useQuery(reportPageQuery(address, language));
  if (step === 'reopening' && report !== undefined) {
    const onClose = (isReopened: boolean) => setStep(isReopened ? 'reopened' : 'page');
    return <ReopenForm report={report} address={address} onClose={onClose} />;
  }
  return (
    <div className={classes.page}>
      {head(report?.companyName ?? '')}
      <div className={frame.body} data-scrolls>
        {report === undefined ? (
          <Absent error={error} onRetry={() => void refetch()} />
        ) : (
          <>
            {step === 'reopened' && <Reopened companyName={report.companyName} />}
            <ReportContent report={report} onReopen={() => setStep('reopening')} />
          </>
        )}
      </div>
      {report !== undefined && <FollowFoot report={report} />}
    </div>
  );
}

const takeFocus = (element: HTMLElement | null) => element?.focus();

/** Says that the report is open again, and takes the focus of the button that was pressed. */
function Reopened({ companyName }: Pick<ReporterPage, 'companyName'>) {
  const { t } = useTexts();
  return (
    <div role="status" tabIndex={-1} ref={takeFocus} className={classes.reopened}>
      <IconCircleCheck size={20} aria-hidden="true" />
      {t('CITIZEN.REOPEN.SENT', { name: companyName })}
    </div>
  );
}

/** Says why there is no page, and offers the map; the report that a merged one goes on as; or that it is loading. */
function Absent({ error, onRetry }: { readonly error: unknown; readonly onRetry: () => void }) {
  const { t, language } = useTexts();
  if (error === null) return <Skeleton height={240} />;
  const code = error instanceof ApiError ? error.code : '';
  const merged = code === 'OBJECT_MERGED' ? (error as ApiError).current : undefined;
  const map = `#/${language}/dashboard`;
  if (merged !== undefined) {
    const { id } = merged as { readonly id: number };
    return (
      <EmptyState
        level={1}
        title={t('CITIZEN.PAGE.MERGED', { number: referenceOf(id) })}
        text={t('CITIZEN.PAGE.MERGED_TEXT')}
        actions={<a href={`${map}?object=${id}`}>{t('CITIZEN.PAGE.ON_MAP')}</a>}
      />
    );
  }
  const isGone = code === 'NOT_FOUND' || code === 'INVALID_LINK';
  return (
    <div role="alert">
      <EmptyState
        level={1}
        title={t('CITIZEN.PAGE.GONE')}
        text={isGone ? t('CITIZEN.PAGE.GONE_TEXT') : errorText(t, error)}
        actions={
          isGone ? (
            <a href={map}>{t('SHARE.OPEN_MAP')}</a>
          ) : (
            <Button onClick={onRetry}>{t('COMMON.RETRY')}</Button>
          )
        }
      />
    </div>
  );
}
