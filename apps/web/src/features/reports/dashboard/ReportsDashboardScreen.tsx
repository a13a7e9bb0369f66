import { Button, Select, Skeleton } from '@mantine/core';
import type { ReportDashboard } from '@pgis/contract';
import { Suspense, useState } from 'react';
import { errorText, formatNumber, useTexts } from '../../../i18n/index.ts';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { LoadFailureNote, lazyPart } from '../../../ui/lazy-parts/index.ts';
import { monthText } from '../custom/reportTexts.ts';
import pageClasses from '../page.module.css';
import { useReportDashboard } from '../reportQueries.ts';
import classes from './dashboard.module.css';
import { LayerTable } from './LayerTable.tsx';
import { NewestList } from './NewestList.tsx';

const ResultChart = lazyPart(() => import('../custom/result/ResultChart.tsx'), LoadFailureNote);

/** The start page of reports: open and closed objects, time to close, and the newest objects. */
export default function ReportsDashboardScreen() {
  const { t } = useTexts();
  const dashboard = useReportDashboard();
  const { data } = dashboard;
  return (
    <div className={pageClasses.airy}>
      <h1 className={classes.title}>{t('MY_PGIS.REPORTS')}</h1>
      {dashboard.isError ? (
        <EmptyState
          level={2}
          title={t('REPORTS.NOT_LOADED')}
          text={errorText(t, dashboard.error)}
          actions={<Button onClick={() => void dashboard.refetch()}>{t('COMMON.RETRY')}</Button>}
        />
      ) : data === undefined ? (
        <Skeleton height={420} />
      ) : (
        <>
          <Tiles totals={data.totals} />
          <div className={classes.columns}>
            <Months dashboard={data} />
            <NewestList newest={data.newest} />
          </div>
          <LayerTable layers={data.layers} />
        </>
      )}
    </div>
  );
}

function Tiles({ totals }: Pick<ReportDashboard, 'totals'>) {
  const { t, language } = useTexts();
  const { open, closed, medianDaysToClose: days, votes } = totals;
  const tiles = [
    [t('REPORTS_START.OPEN'), formatNumber(open, language)],
    [t('REPORTS_START.CLOSED'), formatNumber(closed, language)],
    [t('REPORTS_START.MEDIAN_DAYS'), days === null ? '–' : formatNumber(days, language, 1)],
    [t('REPORTS_START.VOTES'), formatNumber(votes, language)],
  ] as const;
  return (
    <dl className={classes.tiles}>
      {tiles.map(([name, value]) => (
        <div key={name} className={classes.tile}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function Months({ dashboard: { months, layers } }: { readonly dashboard: ReportDashboard }) {
  const { t, language } = useTexts();
  const [layerId, setLayerId] = useState<string | null>(null);
  const selectedLayers = layers.filter(({ id }) => layerId === null || String(id) === layerId);
  const sum = (month: number, what: 'open' | 'closed') =>
    selectedLayers.reduce((total, layer) => total + (layer.months[month]?.[what] ?? 0), 0);
  const values = (what: 'open' | 'closed') => months.map((_, index) => sum(index, what));
  return (
    <section className={classes.panel} aria-labelledby="reports-months">
      <div className={classes.panelHead}>
        <h2 id="reports-months" className={classes.caption}>
          {t('REPORTS_START.BY_MONTH')}
        </h2>
        <Select
          size="xs"
          aria-label={t('REPORTS.LAYER')}
          placeholder={t('CUSTOM_REPORTS.ALL_LAYERS')}
          clearable
          searchable
          data={layers.map(({ id, name }) => ({ value: String(id), label: name }))}
          value={layerId}
          onChange={setLayerId}
        />
      </div>
      <Suspense fallback={<Skeleton height={300} />}>
        <ResultChart
          model={{
            kind: 'bar',
            labels: months.map((month) => monthText(language, month)),
            series: [
              { name: t('REPORTS_START.OPEN'), values: values('open') },
              { name: t('REPORTS_START.CLOSED'), values: values('closed') },
            ],
            leftOut: 0,
            withoutStatus: 0,
          }}
        />
      </Suspense>
      <table className="visually-hidden">
        <caption>{t('REPORTS_START.BY_MONTH')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('CUSTOM_REPORTS.GROUPS.month')}</th>
            <th scope="col">{t('REPORTS_START.OPEN')}</th>
            <th scope="col">{t('REPORTS_START.CLOSED')}</th>
          </tr>
        </thead>
        <tbody>
          {months.map((month, index) => (
            <tr key={month}>
              <th scope="row">{monthText(language, month)}</th>
              <td>{sum(index, 'open')}</td>
              <td>{sum(index, 'closed')}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
