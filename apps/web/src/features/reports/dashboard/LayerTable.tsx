import type { ReportDashboard } from '@pgis/contract';
import { formatNumber, useTexts } from '../../../i18n/index.ts';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import classes from './dashboard.module.css';

/** Totals by layer; the layers with the most open objects come first. */
export function LayerTable({ layers }: Pick<ReportDashboard, 'layers'>) {
  const { t, language } = useTexts();
  if (layers.length === 0)
    return (
      <EmptyState level={2} title={t('REPORTS_START.NO_LAYERS')} text={t('REPORTS_START.NO_LAYERS_TEXT')} />
    );
  const sorted = layers.toSorted((a, b) => b.open - a.open || b.closed - a.closed);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a keyboard scrolls what has the focus.
    <section className={classes.tableBox} tabIndex={0} aria-label={t('REPORTS_START.BY_LAYER')}>
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">{t('REPORTS.LAYER')}</th>
            <th scope="col">{t('CUSTOM_REPORTS.METRICS.count')}</th>
            <th scope="col">{t('REPORTS_START.OPEN')}</th>
            <th scope="col">{t('REPORTS_START.CLOSED')}</th>
            <th scope="col">{t('REPORTS_START.MEDIAN_DAYS')}</th>
            <th scope="col">{t('REPORTS_START.VOTES')}</th>
          </tr>
        </thead>
        <tbody>
          {sorted.map(({ id, name, groupName, objects, open, closed, medianDaysToClose: days, votes }) => (
            <tr key={id}>
              <th scope="row">
                <a href={`#/${language}/reports/layer-reports?layer=${id}`}>{name}</a>{' '}
                <span className={classes.meta}>{groupName}</span>
              </th>
              <td>{formatNumber(objects, language)}</td>
              <td>{formatNumber(open, language)}</td>
              <td>{formatNumber(closed, language)}</td>
              <td>{days === null ? '–' : formatNumber(days, language, 1)}</td>
              <td>{formatNumber(votes, language)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
