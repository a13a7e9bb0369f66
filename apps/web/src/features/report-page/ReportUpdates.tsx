import type { ReporterPage } from '@pgis/contract';
import { formatDateTime, useTexts } from '../../i18n/index.ts';
import { StatusMark } from '../comments/index.ts';
import classes from './ReportUpdates.module.css';

/** The public updates of a report, newest first; the report itself is the oldest. */
export function ReportUpdates({ report }: { readonly report: ReporterPage }) {
  const { t } = useTexts();
  const { updates, companyName, receivedAt } = report;
  return (
    <section aria-labelledby="updates">
      <h2 id="updates" className={classes.title}>
        {t('CITIZEN.PAGE.UPDATES')}
      </h2>
      <ul className={classes.list}>
        {updates.map(({ at, byReporter, text, status, statusType }) => (
          <li key={`${at} ${text}`} className={classes.update} data-tone={statusType ?? undefined}>
            <div className={classes.head}>
              <b>{byReporter ? t('CITIZEN.PAGE.YOU') : companyName}</b>
              <time className="tabular" dateTime={at}>
                {formatDateTime(at)}
              </time>
            </div>
            {status !== null && <StatusMark status={status} statusType={statusType} />}
            {text !== '' && <p className={classes.text}>{text}</p>}
          </li>
        ))}
        <li className={classes.update}>
          <div className={classes.head}>
            <b>{t('CITIZEN.PAGE.YOU')}</b>
            <time className="tabular" dateTime={receivedAt}>
              {formatDateTime(receivedAt)}
            </time>
          </div>
          <p className={classes.text}>{t('CITIZEN.PAGE.SENT')}</p>
        </li>
      </ul>
    </section>
  );
}
