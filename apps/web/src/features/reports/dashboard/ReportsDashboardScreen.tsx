import { Button, Select, Skeleton } from '@mantine/core';
import { getReportDashboard, type ReportDashboard } from '@pgis/contract';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { callApi } from '../../../api/index.ts';
import { errorText, formatNumber, useTexts } from '../../../i18n/index.ts';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { useSession } from '../../session/index.ts';
import { monthText } from '../custom/reportTexts.ts';
import pageClasses from '../page.module.css';
import classes from './dashboard.module.css';
import { LayerTable } from './LayerTable.tsx';
import { NewestList } from './NewestList.tsx';

const ResultChart = lazy(() => import('../custom/ResultChart.tsx'));

/** The start page of reports: what is open, what was closed, how fast, and what came in. */
export default function ReportsDashboardScreen() {
  const { t, language } = useTexts();
  const { user } = useSession();
  const dashboard = useQuery({
    queryKey: ['reports', user?.userId ?? null, 'dashboard', language],
    queryFn: ({ signal }) => callApi(getReportDashboard, { signal }),
    staleTime: 0,
  });
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
          <div className={classes.halves}>
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
  const shown = layers.filter(({ id }) => layerId === null || String(id) === layerId);
  const sum = (place: number, what: 'open' | 'closed') =>
    shown.reduce((total, layer) => total + (layer.months[place]?.[what] ?? 0), 0);
  const values = (what: 'open' | 'closed') => months.map((_, place) => sum(place, what));
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
          {months.map((month, place) => (
            <tr key={month}>
              <th scope="row">{monthText(language, month)}</th>
              <td>{sum(place, 'open')}</td>
              <td>{sum(place, 'closed')}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
