import { Button, Select } from '@mantine/core';
import type { Classifier } from '@pgis/contract';
import { IconTable } from '@tabler/icons-react';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect } from 'react';
import { errorText, formatNumber, useTexts } from '../../i18n/index.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { useSession } from '../session/index.ts';
import { toCustomReportSearch } from './custom/customReportLocation.ts';
import { ExportButton } from './exports/ExportButton.tsx';
import { ExportList } from './exports/ExportList.tsx';
import { ReportFilterForm } from './filter/ReportFilterForm.tsx';
import { type ReportFilterValues, toReportFilter } from './filter/reportFilter.ts';
import { parseReportLocation, type ReportLocation, toReportSearch } from './filter/reportLocation.ts';
import { schemasOf } from './filter/schemasOf.ts';
import { useReportFilter } from './filter/useReportFilter.ts';
import { OverviewLink } from './OverviewLink.tsx';
import pageClasses from './page.module.css';
import { useReportLayers } from './reportQueries.ts';
import classes from './reports.module.css';
import { ColumnMenu } from './table/ColumnMenu.tsx';
import { ReportRows } from './table/ReportRows.tsx';
import { useLayerReport } from './table/useLayerReport.ts';

/** D-REP-01: the objects of a layer as a table, with filter, order, totals and export. */
export default function LayerReportsScreen() {
  const { t } = useTexts();
  const layers = useReportLayers();
  const navigate = useNavigate();
  const location = parseReportLocation(useSearch({ strict: false }));
  const { layerId } = location;
  const groups = layers.data ?? [];
  const layer = groups.flatMap(({ childClassifiers }) => childClassifiers).find(({ id }) => id === layerId);
  return (
    <div className={pageClasses.page}>
      <header className={classes.head}>
        <h1 className={classes.title}>{t('MY_PGIS.LAYER_REPORTS')}</h1>
        <Select
          className={classes.layer ?? ''}
          aria-label={t('REPORTS.LAYER')}
          placeholder={t('REPORTS.CHOOSE_LAYER')}
          searchable
          data={groups
            .filter(({ childClassifiers }) => childClassifiers.length > 0)
            .map(({ name, childClassifiers }) => ({
              group: name,
              items: childClassifiers.map(({ id, name: label }) => ({ value: String(id), label })),
            }))}
          value={layerId === null ? null : String(layerId)}
          onChange={(value) =>
            void navigate({ to: '.', search: value === null ? {} : { layer: Number(value) } })
          }
        />
        <OverviewLink />
      </header>
      {layers.isError ? (
        <EmptyState
          level={2}
          title={t('MAP.LAYERS_NOT_LOADED')}
          text={errorText(t, layers.error)}
          actions={<Button onClick={() => void layers.refetch()}>{t('COMMON.RETRY')}</Button>}
        />
      ) : layer === undefined ? (
        <EmptyState
          level={2}
          icon={<IconTable size={32} />}
          title={t('REPORTS.CHOOSE_LAYER')}
          text={t('REPORTS.CHOOSE_LAYER_TEXT')}
        />
      ) : (
        <LayerReport key={layer.id} layer={layer} start={location} />
      )}
      <ExportList />
    </div>
  );
}

interface LayerReportProps {
  readonly layer: Classifier;
  /** Initial filter and order. */
  readonly start: ReportLocation;
}

function LayerReport({ layer, start }: LayerReportProps) {
  const { t, language } = useTexts();
  const { user } = useSession();
  const navigate = useNavigate();
  const { values, settled, setValues } = useReportFilter(() => ofLayer(layer, start.values));
  const filter = toReportFilter(settled);
  const report = useLayerReport(layer, filter, start.sort);
  useAddress({ layerId: layer.id, values: settled, sort: report.selectedSort });
  const { fields, columns, sort, totals } = report;
  const toCustomReport = () => {
    const search = toCustomReportSearch({ layerId: layer.id, values: settled, columns: columns.selected });
    void navigate({ to: `/${language}/reports/custom-reports`, search });
  };
  return (
    <>
      <div className={classes.controls}>
        <ReportFilterForm
          fields={fields}
          labels={columns.labels}
          schemas={schemasOf(layer)}
          values={values}
          onChange={setValues}
        />
        <div className={classes.bar}>
          <Totals totals={totals} />
          <ColumnMenu {...columns} />
          {user?.hasCustomReports === true && (
            <Button variant="default" onClick={toCustomReport}>
              {t('REPORTS.AS_CUSTOM')}
            </Button>
          )}
          <ExportButton layer={layer} filter={filter} sort={sort} columns={columns} hasFileList />
        </div>
      </div>
      <ReportRows layer={layer} report={report} level={2} emptyText={t('REPORTS.NO_ROWS_TEXT')} />
    </>
  );
}

/** Removes filters of fields that the layer does not have. */
function ofLayer({ layerFields }: Classifier, values: ReportFilterValues): ReportFilterValues {
  const isKnown = ([field]: [string, unknown]) => layerFields.some(({ name }) => name === field);
  const entries = Object.entries(values.fields);
  const { conditions = [] } = values;
  const known = conditions.filter(({ field, value }) => isKnown([field, value]));
  if (entries.every(isKnown) && known.length === conditions.length) return values;
  return { ...values, fields: Object.fromEntries(entries.filter(isKnown)), conditions: known };
}

/** Writes the filter to the address, without an entry in the browser's history for each change. */
function useAddress(location: ReportLocation): void {
  const navigate = useNavigate();
  const search = JSON.stringify(toReportSearch(location));
  useEffect(() => {
    void navigate({ to: '.', search: JSON.parse(search), replace: true });
  }, [navigate, search]);
}

interface TotalsProps {
  readonly totals:
    | { readonly total: number; readonly sums: { readonly area: number; readonly length: number } }
    | undefined;
}

/** Number of objects and their total length and area. */
function Totals({ totals }: TotalsProps) {
  const { t, language } = useTexts();
  if (totals === undefined) return <p className={classes.totals}>{t('REPORTS.COUNTING')}</p>;
  const { total, sums } = totals;
  return (
    <p className={classes.totals} role="status">
      <strong>{t('REPORTS.TOTAL', { count: total, number: formatNumber(total, language) })}</strong>
      {sums.length > 0 &&
        ` · ${t('REPORTS.SUM_LENGTH', { km: formatNumber(sums.length / 1_000, language, 2) })}`}
      {sums.area > 0 && ` · ${t('REPORTS.SUM_AREA', { ha: formatNumber(sums.area / 10_000, language, 2) })}`}
    </p>
  );
}
