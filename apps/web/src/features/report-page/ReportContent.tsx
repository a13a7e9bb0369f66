import { Button } from '@mantine/core';
import { type ReporterPage, referenceOf } from '@pgis/contract';
import { IconMessageExclamation, IconUsers } from '@tabler/icons-react';
import { Suspense } from 'react';
import { formatDate, useTexts } from '../../i18n/index.ts';
import { Notice } from '../../ui/forms/Notice.tsx';
import { lazyPart } from '../../ui/lazy-parts/index.ts';
import frame from '../../ui/stepFrame.module.css';
import { CopyReportLink } from './CopyReportLink.tsx';
import classes from './ReportPage.module.css';
import { ReportSteps } from './ReportSteps.tsx';
import { ReportUpdates } from './ReportUpdates.tsx';

const ReportSymbol = lazyPart(() => import('./ReportSymbol.tsx'));

interface ReportContentProps {
  readonly report: ReporterPage;
  readonly onReopen: () => void;
}

/** Content of a report's page, from its number to its updates. */
export function ReportContent({ report, onReopen }: ReportContentProps) {
  const { t, language } = useTexts();
  const { id, classId, layerName, name, description, voteCount, reopenUntil } = report;
  return (
    <>
      <header>
        <div className={classes.kind}>
          <span className={classes.symbol}>
            <Suspense>
              <ReportSymbol layerId={classId} />
            </Suspense>
          </span>
          <span>{layerName}</span>
          <b className="tabular">{referenceOf(id)}</b>
          <CopyReportLink token={report.token} />
        </div>
        <h1 className={classes.name}>{name}</h1>
        <p className={classes.description}>{description}</p>
      </header>
      <ReportSteps report={report} />
      <StateNote report={report} />
      <Images images={report.images} />
      {voteCount > 0 && (
        <p className={frame.fact}>
          <IconUsers size={20} aria-hidden="true" />
          {t('CITIZEN.PAGE.VOTES', { count: voteCount })}
        </p>
      )}
      {reopenUntil !== null && (
        <section className={classes.reopen} aria-label={t('CITIZEN.REOPEN.OFFER')}>
          <p>{t('CITIZEN.REOPEN.UNTIL', { date: formatDate(reopenUntil) })}</p>
          <Button
            fullWidth
            variant="default"
            className={classes.action ?? ''}
            leftSection={<IconMessageExclamation size={20} />}
            onClick={onReopen}
          >
            {t('CITIZEN.REOPEN.OFFER')}
          </Button>
        </section>
      )}
      <ReportUpdates report={report} />
      <a className={classes.onMap} href={`#/${language}/dashboard?object=${id}`}>
        {t('CITIZEN.PAGE.ON_MAP')}
      </a>
    </>
  );
}

/** A sentence where the steps do not say enough. */
function StateNote({ report: { state, reason } }: { readonly report: ReporterPage }) {
  const { t } = useTexts();
  switch (state) {
    case 'waiting':
      return <Notice tone="info">{t('CITIZEN.PAGE.WAITING')}</Notice>;
    case 'hidden':
      return (
        <Notice tone="warn" title={t('CITIZEN.PAGE.HIDDEN')}>
          {reason}
        </Notice>
      );
    case 'closed':
      return (
        <Notice tone="warn" title={t('CITIZEN.PAGE.CLOSED')}>
          {reason}
        </Notice>
      );
    default:
      return null;
  }
}

function Images({ images }: Pick<ReporterPage, 'images'>) {
  const { t } = useTexts();
  if (images.length === 0) return null;
  const hasBoth = images.some(({ isAfter }) => isAfter) && images.some(({ isAfter }) => !isAfter);
  return (
    <ul
      className={classes.images}
      aria-label={t('CITIZEN.PAGE.PHOTOS')}
      data-single={images.length === 1 || undefined}
    >
      {images.map(({ preview, isAfter }, index) => {
        const label = hasBoth ? t(isAfter ? 'CITIZEN.PAGE.AFTER' : 'CITIZEN.PAGE.BEFORE') : '';
        return (
          <li key={preview}>
            <a href={preview} target="_blank" rel="noreferrer">
              <img src={preview} alt={`${t('CITIZEN.PAGE.PHOTO', { number: index + 1 })} ${label}`.trim()} />
              {hasBoth && (
                <span className={classes.when} aria-hidden="true">
                  {label}
                </span>
              )}
            </a>
          </li>
        );
      })}
    </ul>
  );
}
