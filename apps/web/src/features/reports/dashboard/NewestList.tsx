import type { ReportDashboard } from '@pgis/contract';
import { formatDateTime, useTexts } from '../../../i18n/index.ts';
import { StatusMark } from '../../comments/index.ts';
import classes from './dashboard.module.css';

/** The newest objects, with links to the map. */
export function NewestList({ newest }: Pick<ReportDashboard, 'newest'>) {
  const { t, language } = useTexts();
  return (
    <section className={classes.panel} aria-labelledby="reports-newest">
      <h2 id="reports-newest" className={classes.caption}>
        {t('REPORTS_START.NEWEST')}
      </h2>
      {newest.length === 0 && <p className={classes.meta}>{t('REPORTS_START.NONE_YET')}</p>}
      <ul className={classes.newest}>
        {newest.map(({ id, reference, layerName, name, status, statusType, createdAt }) => (
          <li key={id}>
            <div className={classes.newestText}>
              <a href={`#/${language}/dashboard?object=${id}`}>{name === '' ? reference : name}</a>
              <span className={classes.meta}>{`${layerName} · ${formatDateTime(createdAt)}`}</span>
            </div>
            {status !== null && <StatusMark status={status} statusType={statusType} />}
          </li>
        ))}
      </ul>
    </section>
  );
}
