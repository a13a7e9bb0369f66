import { Button, Select, Skeleton } from '@mantine/core';
import { type CaseReport, caseScope } from '@pgis/contract';
import { IconCalendar, IconFileTypeCsv, IconPrinter } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { errorText, useTexts } from '../../../i18n/index.ts';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { useAction } from '../../../ui/forms/useAction.ts';
import { useSession } from '../../session/index.ts';
import pageClasses from '../page.module.css';
import { useReportLayers } from '../reportQueries.ts';
import { ScheduleButton } from '../schedules/ScheduleButton.tsx';
import { CompactButton } from '../table/CompactButton.tsx';
import { AgeChart } from './AgeChart.tsx';
import classes from './casework.module.css';
import {
  type CaseworkLocation,
  parseCaseworkLocation,
  toCaseworkQuery,
  toCaseworkSearch,
  weekChoices,
} from './caseworkLocation.ts';
import { caseReportQuery, downloadCaseReport } from './caseworkQueries.ts';
import { FigureTiles } from './FigureTiles.tsx';
import { HotSpots } from './HotSpots.tsx';
import { WeekChart } from './WeekChart.tsx';
import { WorkTable } from './WorkTable.tsx';

const ANY = '';

/** Casework in figures, each of which opens the list behind it. */
export default function CaseworkScreen() {
  const { t } = useTexts();
  const { user } = useSession();
  const location = parseCaseworkLocation(useSearch({ strict: false }));
  const report = useQuery(caseReportQuery(location, user?.userId ?? null));
  const { data } = report;
  return (
    <div className={pageClasses.scrolled}>
      <Head location={location} report={data} />
      {report.isError ? (
        <EmptyState
          level={2}
          title={t('REPORTS.NOT_LOADED')}
          text={errorText(t, report.error)}
          actions={<Button onClick={() => void report.refetch()}>{t('COMMON.RETRY')}</Button>}
        />
      ) : data === undefined ? (
        <Skeleton height={420} />
      ) : data.layers.length === 0 ? (
        <EmptyState level={2} title={t('CASEWORK.NO_LAYERS')} text={t('CASEWORK.NO_LAYERS_TEXT')} />
      ) : (
        <Figures report={data} location={location} />
      )}
    </div>
  );
}

function Figures({ report, location }: { readonly report: CaseReport; readonly location: CaseworkLocation }) {
  const scope = caseScope(toCaseworkQuery(location));
  return (
    <>
      <FigureTiles report={report} scope={scope} />
      <div className={classes.grid}>
        <AgeChart ages={report.ages} scope={scope} />
        <WeekChart weeks={report.weeks} scope={scope} />
        <HotSpots report={report} scope={scope} />
        <WorkTable report={report} scope={scope} />
      </div>
    </>
  );
}

interface HeadProps {
  readonly location: CaseworkLocation;
  readonly report: CaseReport | undefined;
}

/** Title, the filters that the address holds, print and CSV. */
function Head({ location, report }: HeadProps) {
  const { t } = useTexts();
  const { layerId, unitId, weeks } = location;
  const navigate = useNavigate();
  const change = (changes: Partial<CaseworkLocation>) =>
    void navigate({ to: '.', search: toCaseworkSearch({ ...location, ...changes }) });
  const layers = useCaseLayers();
  const units = useUnits(location, report);
  const { run: saveCsv, isRunning } = useAction(downloadCaseReport);
  const toId = (value: string | null) => (value ? Number(value) : null);
  return (
    <header className={classes.head}>
      <h1 className={classes.title}>{t('MY_PGIS.CASEWORK')}</h1>
      <search className={classes.filters} aria-label={t('INBOX.FILTER')}>
        <Select
          aria-label={t('REPORTS.LAYER')}
          data={[{ value: ANY, label: t('INBOX.ALL_LAYERS') }, ...layers]}
          value={layerId === null ? ANY : String(layerId)}
          allowDeselect={false}
          onChange={(value) => change({ layerId: toId(value) })}
        />
        <Select
          aria-label={t('CASEWORK.UNIT')}
          data={[{ value: ANY, label: t('CASEWORK.ALL_UNITS') }, ...units]}
          value={unitId === null ? ANY : String(unitId)}
          allowDeselect={false}
          onChange={(value) => change({ unitId: toId(value) })}
        />
        <Select
          className={classes.period ?? ''}
          aria-label={t('CASEWORK.PERIOD')}
          leftSection={<IconCalendar size={16} />}
          data={[...new Set([...weekChoices, weeks])].map((count) => ({
            value: String(count),
            label: t('CASEWORK.WEEKS', { count }),
          }))}
          value={String(weeks)}
          allowDeselect={false}
          onChange={(value) => change({ weeks: Number(value) })}
        />
      </search>
      <span className={classes.actions}>
        <ScheduleButton
          name={t('MY_PGIS.CASEWORK')}
          report={{ reportId: null, casework: toCaseworkQuery(location) }}
        />
        <CompactButton
          label={t('CUSTOM_REPORTS.PRINT')}
          icon={<IconPrinter size={16} />}
          onClick={() => window.print()}
        />
        <CompactButton
          label={t('CASEWORK.CSV')}
          icon={<IconFileTypeCsv size={16} />}
          disabled={isRunning}
          onClick={() => saveCsv({ location, name: t('MY_PGIS.CASEWORK') })}
        />
      </span>
    </header>
  );
}

/** The case layers of the user's company as choices. */
function useCaseLayers() {
  const { data: groups = [] } = useReportLayers();
  return groups
    .flatMap(({ childClassifiers }) => childClassifiers)
    .filter(({ caseLayer, sourceId }) => caseLayer !== null && sourceId === null)
    .map(({ id, name }) => ({ value: String(id), label: name }));
}

/** The units that have work in the report without its filter of units. */
function useUnits(location: CaseworkLocation, report: CaseReport | undefined) {
  const { user } = useSession();
  const { unitId } = location;
  const whole = useQuery({
    ...caseReportQuery({ ...location, unitId: null }, user?.userId ?? null),
    enabled: unitId !== null,
  }).data;
  const units = (unitId === null ? report : whole)?.units ?? [];
  return units.flatMap(({ id, name }) => (id === null ? [] : [{ value: String(id), label: name }]));
}
