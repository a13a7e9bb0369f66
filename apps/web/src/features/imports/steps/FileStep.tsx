import { Button, Group, Progress, Select, Switch } from '@mantine/core';
import { type Import, type ImportInspection, type ImportReading, importEncodings } from '@pgis/contract';
import { IconCheck, IconFileZip } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { formatFileSize, formatNumber, useTexts } from '../../../i18n/index.ts';
import { Notice } from '../../../ui/forms/Notice.tsx';
import { hasCoordinates, isTable } from '../draft/importDraft.ts';
import { importErrorLabels, originLabels } from '../importLabels.ts';
import { useDeleteImport, useImportChanges } from '../importQueries.ts';
import classes from '../imports.module.css';
import { StepFoot } from './StepFoot.tsx';

interface FileStepProps {
  /** Undefined until the server has announced it. */
  readonly one: Import | undefined;
  readonly sent: number;
  readonly repairs?: boolean;
  readonly onRepairs?: (repairs: boolean) => void;
  readonly onClose: () => void;
  readonly onNext: () => void;
}

/** The upload, then the facts about the file; encoding and layer can be changed. */
export function FileStep({ one, sent, repairs = true, onRepairs, onClose, onNext }: FileStepProps) {
  const { t } = useTexts();
  const { mutate: remove } = useDeleteImport();
  const cancel = () => {
    if (one !== undefined) remove(one.id);
    onClose();
  };
  return (
    <div className={classes.body}>
      <FileBar one={one} sent={sent} />
      {one?.state === 'failed' && one.failure !== null && (
        <Notice tone="err" title={t('IMPORT.NOT_READ')}>
          {t(importErrorLabels[one.failure])}
        </Notice>
      )}
      {one?.inspection && one.state !== 'reading' && <Facts one={one} inspection={one.inspection} />}
      {one?.state === 'ready' && (
        <Repair crossing={one.inspection?.crossing ?? 0} {...{ repairs, onRepairs }} />
      )}
      <StepFoot
        note={t('IMPORT.NOTHING_SAVED')}
        onCancel={cancel}
        nextText={t('IMPORT.NEXT_FIELDS')}
        isLocked={one?.state !== 'ready'}
        onNext={onNext}
      />
    </div>
  );
}

/** Progress of the upload, then of the reading. */
function FileBar({ one, sent }: Pick<FileStepProps, 'one' | 'sent'>) {
  const { t, language } = useTexts();
  const size = one?.files.reduce((sum, file) => sum + file.size, 0) ?? 0;
  const isUploading = one === undefined || one.state === 'uploading';
  const share = size === 0 ? 0 : Math.min(100, (sent / size) * 100);
  const isReading = one?.state === 'reading';
  const isBusy = isUploading || isReading;
  const text = isUploading
    ? t('IMPORT.UPLOADING', { sent: formatFileSize(sent, language), size: formatFileSize(size, language) })
    : t('IMPORT.READING', { number: formatNumber(one.progress?.done ?? 0, language) });
  return (
    <div className={classes.fileBar}>
      <IconFileZip size={28} stroke={1.5} aria-hidden="true" />
      <div>
        <strong>{one?.files.map(({ name }) => name).join(', ')}</strong>{' '}
        <small>{size > 0 && formatFileSize(size, language)}</small>
        {isBusy && (
          <Progress
            aria-label={t('IMPORT.PROGRESS')}
            value={isUploading ? share : 100}
            animated={isReading}
            striped={isReading}
          />
        )}
        <div role="status">
          {isBusy ? (
            text
          ) : (
            <span className={classes.checked}>
              <IconCheck size={14} aria-hidden="true" /> {t('IMPORT.UPLOADED')}
            </span>
          )}
        </div>
      </div>
    </div>
  );
}

interface RepairProps extends Pick<FileStepProps, 'onRepairs'> {
  readonly crossing: number;
  readonly repairs: boolean;
}

/** Says how many polygons cross themselves. The switch also stands for files in which other shapes are invalid. */
function Repair({ crossing, repairs, onRepairs }: RepairProps) {
  const { t, language } = useTexts();
  const control = (
    <Switch
      label={t('IMPORT.REPAIR')}
      description={crossing === 0 && t('IMPORT.REPAIR_HINT')}
      checked={repairs}
      onChange={({ currentTarget: { checked } }) => onRepairs?.(checked)}
    />
  );
  if (crossing === 0) return control;
  return (
    <Notice tone="warn" title={t('IMPORT.CROSSING', { number: formatNumber(crossing, language) })}>
      <p className={classes.hint}>{t('IMPORT.CROSSING_HINT')}</p>
      {control}
    </Notice>
  );
}

function Facts({ one, inspection }: { readonly one: Import; readonly inspection: ImportInspection }) {
  const { t, language } = useTexts();
  const { readAgain } = useImportChanges(one.id);
  const number = (count: number) => formatNumber(count, language);
  const { format, layers, layer, featureCount, kinds, fields, encoding, sampleTexts, skipped } = inspection;
  const withoutShape = skipped.reduce((sum, { count }) => sum + count, 0);
  const isWithoutPositions = isTable(inspection) && !hasCoordinates(inspection);
  const objects = [
    kinds.point > 0 && t('IMPORT.POINTS', { number: number(kinds.point) }),
    kinds.line > 0 && t('IMPORT.LINES', { number: number(kinds.line) }),
    kinds.polygon > 0 && t('IMPORT.POLYGONS', { number: number(kinds.polygon) }),
    isWithoutPositions
      ? t('IMPORT.ADDRESSES.NO_COORDINATES')
      : withoutShape > 0 && t('IMPORT.WILL_BE_SKIPPED', { number: number(withoutShape) }),
  ].filter((text) => text !== false);
  const [isChanging, setChanging] = useState(false);
  const fileCrs = inspection.candidates.find(({ isFromFile }) => isFromFile);
  return (
    <section aria-label={t('IMPORT.RECOGNISED')}>
      <h3 className={classes.caption}>{t('IMPORT.RECOGNISED')}</h3>
      <dl className={classes.facts}>
        <Fact name={t('IMPORT.FORMAT')}>{t(`IMPORT.FORMATS.${format}`)}</Fact>
        <Fact name={t('IMPORT.LAYER')}>
          {layers.length === 1 ? (
            layer
          ) : (
            <Select
              aria-label={t('IMPORT.LAYER')}
              data={[...new Set(layers)]}
              value={layer}
              allowDeselect={false}
              onChange={(next) => next && readAgain.mutate({ layer: next })}
            />
          )}
        </Fact>
        <Fact name={t('IMPORT.OBJECTS')}>
          <strong>{number(featureCount)}</strong> {objects.join(' · ')}
        </Fact>
        <Fact name={t('IMPORT.FIELDS')}>{number(fields.length)}</Fact>
        {encoding && (
          <Fact name={t('IMPORT.ENCODING')}>
            {isChanging ? (
              <Select
                aria-label={t('IMPORT.ENCODING')}
                data={importEncodings.map((name) => ({ value: name, label: t(`IMPORT.ENCODINGS.${name}`) }))}
                value={encoding.name}
                allowDeselect={false}
                onChange={(next) => {
                  const name = importEncodings.find((known) => known === next);
                  if (name)
                    readAgain.mutate({
                      encoding: name,
                      layer,
                      ...(inspection.join && { join: inspection.join }),
                    });
                }}
              />
            ) : (
              <>
                {t(`IMPORT.ENCODINGS.${encoding.name}`)} <small>{t(originLabels[encoding.origin])}</small>
                <Button
                  className={classes.change ?? ''}
                  variant="subtle"
                  size="compact-sm"
                  onClick={() => setChanging(true)}
                >
                  {t('IMPORT.CHANGE')}
                </Button>
              </>
            )}
          </Fact>
        )}
        {fileCrs !== undefined && (
          <Fact name={t('IMPORT.CRS')}>
            {fileCrs.name}{' '}
            <small>
              {fileCrs.crs !== 'file' && `${fileCrs.crs}, `}
              {t('IMPORT.FROM_FILE')}
            </small>
          </Fact>
        )}
        {inspection.tables.length > 0 && (
          <Fact name={t('IMPORT.JOIN')}>
            <TableJoin
              inspection={inspection}
              onJoin={(join) => readAgain.mutate({ layer, ...(join && { join }) })}
            />
          </Fact>
        )}
        {sampleTexts.length > 0 && (
          <Fact name={t('IMPORT.SAMPLE_TEXT')}>{sampleTexts.map((text) => `“${text}”`).join(', ')}</Fact>
        )}
      </dl>
    </section>
  );
}

const Fact = ({ name, children }: { readonly name: string; readonly children: ReactNode }) => (
  <div className={classes.fact}>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
);

interface TableJoinProps {
  readonly inspection: ImportInspection;
  /** Undefined ends the join. */
  readonly onJoin: (join: ImportReading['join']) => void;
}

/** Selects a table beside the Shapefile and the fields by which its rows belong to the shapes. */
function TableJoin({ inspection, onJoin }: TableJoinProps) {
  const { t } = useTexts();
  const { tables, fields, join } = inspection;
  const [table, setTable] = useState<string | null>(join?.table ?? null);
  const [key, setKey] = useState<string | null>(join?.key ?? null);
  const [tableKey, setTableKey] = useState<string | null>(join?.tableKey ?? null);
  const selectTable = (name: string | null) => {
    setTable(name);
    // The field that both have is probably the key.
    const common = tables
      .find((one) => one.name === name)
      ?.fields.find((one) => fields.some((field) => field.name === one));
    setKey(common ?? null);
    setTableKey(common ?? null);
    if (name === null) onJoin(undefined);
  };
  return (
    <Group gap="sm" align="flex-end">
      <Select
        label={t('IMPORT.JOIN_TABLE')}
        clearable
        data={tables.map(({ name }) => name)}
        value={table}
        onChange={selectTable}
      />
      {table !== null && (
        <>
          <Select
            label={t('IMPORT.JOIN_KEY')}
            data={[...new Set(fields.map(({ name }) => name))]}
            value={key}
            onChange={setKey}
          />
          <Select
            label={t('IMPORT.JOIN_TABLE_KEY')}
            data={tables.find(({ name }) => name === table)?.fields ?? []}
            value={tableKey}
            onChange={setTableKey}
          />
          <Button
            variant="default"
            disabled={key === null || tableKey === null}
            onClick={() => key !== null && tableKey !== null && onJoin({ table, key, tableKey })}
          >
            {t('IMPORT.JOIN_NOW')}
          </Button>
        </>
      )}
    </Group>
  );
}
