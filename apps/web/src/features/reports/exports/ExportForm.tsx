import { Button, Group, Select, Switch } from '@mantine/core';
import {
  type ExportCrs,
  type ExportFormat,
  exportCrs,
  exportCrsFormats,
  exportCrsNames,
  exportFileEnding,
  type ReportExport,
} from '@pgis/contract';
import { IconDownload } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { formatNumber, useTexts } from '../../../i18n/index.ts';
import { useAction } from '../../../ui/forms/useAction.ts';
import { TrimmedTextInput } from '../../../ui/inputs/TrimmedTextInput.tsx';
import { useCloseRequest } from '../../../ui/unsaved-work/index.ts';
import { requestExport } from '../reportQueries.ts';
import { ColumnList } from '../table/ColumnList.tsx';
import type { ExportSource } from './ExportSource.ts';
import classes from './export.module.css';
import { FormatTiles } from './FormatTiles.tsx';
import { listRowChoices, type RowChoice, RowChoices, useRowCount } from './RowChoices.tsx';

const DEFAULT_CRS: ExportCrs = 'EPSG:3059';

interface ExportFormProps {
  readonly source: ExportSource;
  readonly onOrdered: (id: ReportExport['id']) => void;
}

/** Format, rows, coordinate system, name and columns of a file. */
export function ExportForm({ source, onOrdered }: ExportFormProps) {
  const { t, language } = useTexts();
  const close = useCloseRequest();
  const columnsId = useId();
  const { layer, sort, columns } = source;
  const choices = listRowChoices(source);
  const [format, setFormat] = useState<ExportFormat>('gpkg');
  const [rows, setRows] = useState<RowChoice>(choices.includes('filtered') ? 'filtered' : 'all');
  const [crs, setCrs] = useState<ExportCrs>(DEFAULT_CRS);
  const [name, setName] = useState(layer.name);
  const [selected, setSelected] = useState(columns.selected);
  const [hasLabels, setHasLabels] = useState(false);
  const count = useRowCount(source, rows);
  const { run, isRunning } = useAction(requestExport, ({ id }) => {
    onOrdered(id);
    return undefined;
  });
  const mayHaveLabels = format === 'csv' || format === 'xlsx';
  const hasCrs = exportCrsFormats.includes(format);
  const order = () =>
    run({
      layer: { id: layer.id, name: name.trim() || layer.name },
      format,
      selection: {
        sort,
        columns: [...selected],
        ...(rows === 'selected'
          ? { ids: [...(source.selectedIds ?? [])] }
          : { filter: filterOf(source, rows) }),
        ...(hasCrs && { crs }),
        ...(mayHaveLabels && hasLabels && { labels: true }),
      },
    });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        order();
      }}
    >
      <FormatTiles value={format} onChange={setFormat} />
      <div className={classes.halves}>
        <div className={classes.half}>
          <RowChoices source={source} choices={choices} value={rows} onChange={setRows} />
          {hasCrs && (
            <Select
              label={t('REPORTS.CRS')}
              data={exportCrs.map((value) => ({ value, label: `${exportCrsNames[value]} · ${value}` }))}
              value={crs}
              onChange={(value) => setCrs((value ?? DEFAULT_CRS) as ExportCrs)}
              allowDeselect={false}
              searchable
              comboboxProps={{ withinPortal: true, zIndex: 'var(--z-popover)' }}
            />
          )}
          {mayHaveLabels && (
            <Switch
              withThumbIndicator={false}
              label={t('REPORTS.LABELS')}
              description={t('REPORTS.LABELS_NOTE')}
              checked={hasLabels}
              onChange={(event) => setHasLabels(event.currentTarget.checked)}
            />
          )}
          <TrimmedTextInput
            label={t('REPORTS.FILE_NAME')}
            description={`${name.trim() || layer.name}_objects.${exportFileEnding(format)}`}
            inputWrapperOrder={['label', 'input', 'description']}
            value={name}
            maxLength={200}
            onChange={setName}
          />
        </div>
        <section className={classes.half} aria-labelledby={columnsId}>
          <div className={classes.columnsHead}>
            <h3 id={columnsId} className={classes.caption}>
              {t('REPORTS.COLUMNS_OF', { count: selected.length, all: columns.all.length })}
            </h3>
            <Button variant="subtle" size="compact-xs" onClick={() => setSelected(columns.selected)}>
              {t('REPORTS.AS_IN_TABLE')}
            </Button>
            <Button
              variant="subtle"
              size="compact-xs"
              onClick={() =>
                setSelected([...selected, ...columns.all.filter((one) => !selected.includes(one))])
              }
            >
              {t('REPORTS.ALL_COLUMNS')}
            </Button>
          </div>
          <ColumnList all={columns.all} labels={columns.labels} selected={selected} onChange={setSelected} />
        </section>
      </div>
      <Group justify="flex-end" gap="sm" className={classes.foot ?? ''}>
        <p className={classes.summary} role="status">
          {count === 0
            ? t('REPORTS.NO_ROWS_TO_EXPORT')
            : t('REPORTS.EXPORT_SIZE', {
                rows: count === undefined ? '…' : formatNumber(count, language),
                columns: selected.length,
              })}
        </p>
        <Button variant="default" onClick={close}>
          {t('COMMON.CANCEL')}
        </Button>
        <Button
          type="submit"
          loading={isRunning}
          disabled={count === 0}
          leftSection={<IconDownload size={16} />}
        >
          {t('REPORTS.EXPORT')}
        </Button>
      </Group>
    </form>
  );
}

const filterOf = ({ filter, inView = {} }: ExportSource, rows: RowChoice) =>
  rows === 'filtered' ? filter : rows === 'inView' ? inView : {};
