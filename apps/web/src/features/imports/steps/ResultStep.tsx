import { Button, Group, Progress, Text } from '@mantine/core';
import { type Import, type ImportResult, limits, type SkippedRows } from '@pgis/contract';
import { IconCheck, IconDownload, IconPlus, IconRestore, IconTool, IconX } from '@tabler/icons-react';
import { type ReactNode, useEffect } from 'react';
import { errorText, formatDate, formatDateTime, formatNumber, useTexts } from '../../../i18n/index.ts';
import { confirm } from '../../../ui/dialogs/index.ts';
import { Notice } from '../../../ui/forms/Notice.tsx';
import { importErrorLabels, reasonLabels } from '../importLabels.ts';
import { useDeleteImport, useDownloadSkipped, useImportedLayer, useUndoImport } from '../importQueries.ts';
import classes from '../imports.module.css';
import { runningImports } from '../runningImports.ts';

interface ResultStepProps {
  readonly one: Import;
  readonly onClose: () => void;
}

/** Progress of the import, then its result: counts, and skipped rows by reason. */
export function ResultStep({ one, onClose }: ResultStepProps) {
  const { t } = useTexts();
  if (one.state === 'importing') return <Running one={one} onClose={onClose} />;
  if (one.result !== null) return <Result one={one} result={one.result} onClose={onClose} />;
  return (
    <div className={classes.body}>
      <Notice tone="err" title={t('IMPORT.FAILED')}>
        {t(importErrorLabels[one.failure ?? 'UNEXPECTED'])}
      </Notice>
      <footer className={classes.foot}>
        <Text size="sm">{t('IMPORT.NOTHING_STAYS')}</Text>
        <Button onClick={onClose}>{t('COMMON.CLOSE')}</Button>
      </footer>
    </div>
  );
}

function Running({ one, onClose }: ResultStepProps) {
  const { t, language } = useTexts();
  const { mutate: remove } = useDeleteImport();
  const { done = 0, total = null } = one.progress ?? {};
  useEffect(() => void runningImports.add(one.id), [one.id]);
  const number = (count: number) => formatNumber(count, language);
  return (
    <div className={classes.body}>
      <div className={classes.bar}>
        <span role="status">
          {t('IMPORT.IMPORTING', { number: number(done), total: total === null ? '…' : number(total) })}
        </span>
        <Progress aria-label={t('IMPORT.PROGRESS')} value={total ? (done / total) * 100 : 0} />
      </div>
      <footer className={classes.foot}>
        <Text size="sm">{t('IMPORT.GOES_ON')}</Text>
        <Group gap="sm">
          <Button
            variant="default"
            onClick={() => {
              remove(one.id);
              onClose();
            }}
          >
            {t('IMPORT.STOP')}
          </Button>
          <Button onClick={onClose}>{t('COMMON.CLOSE')}</Button>
        </Group>
      </footer>
    </div>
  );
}

function Result({ one, result, onClose }: ResultStepProps & { readonly result: ImportResult }) {
  const { t, language } = useTexts();
  const undo = useUndoImport();
  const refresh = useImportedLayer();
  const { layerId, layerName, added, repaired, skipped, undoneAt, tookMs } = result;
  const number = (count: number) => formatNumber(count, language);
  const skippedCount = skipped.reduce((sum, { count }) => sum + count, 0);
  useEffect(() => void runningImports.delete(one.id), [one.id]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the result is first shown.
  useEffect(() => {
    if (layerId !== null) void refresh(layerId);
  }, [layerId]);
  const takeBack = async () => {
    if (layerId === null) return;
    const message = t('IMPORT.CONFIRM_UNDO', { number: number(added), layer: layerName });
    if (await confirm({ message, isDestructive: true })) undo.mutate({ id: one.id, layerId });
  };
  const title =
    undoneAt !== null
      ? t('IMPORT.UNDONE')
      : layerId === null
        ? t('IMPORT.NOTHING_IMPORTED')
        : t('IMPORT.IMPORTED_INTO', { layer: layerName });
  return (
    <div className={classes.body}>
      <h3 className={classes.done} role="status" data-failed={layerId === null || undefined}>
        {layerId === null ? (
          <IconX size={20} aria-hidden="true" />
        ) : (
          <IconCheck size={20} aria-hidden="true" />
        )}{' '}
        {title}
        <small>
          {t('IMPORT.TOOK', { seconds: number(Math.max(1, Math.round(tookMs / 1000))) })},{' '}
          {formatDateTime(one.finishedAt ?? one.createdAt)}
        </small>
      </h3>
      <div className={classes.counts}>
        <CountTile icon={<IconPlus size={18} />} tone="ok" count={added} label={t('IMPORT.ADDED')} />
        <CountTile icon={<IconTool size={18} />} tone="warn" count={repaired} label={t('IMPORT.REPAIRED')} />
        <CountTile icon={<IconX size={18} />} tone="err" count={skippedCount} label={t('IMPORT.SKIPPED')} />
      </div>
      {undo.data !== undefined && (
        <Notice tone="info">
          {t('IMPORT.UNDO_RESULT', { deleted: number(undo.data.deleted), kept: number(undo.data.kept) })}
        </Notice>
      )}
      {undo.isError && <Notice tone="err">{errorText(t, undo.error)}</Notice>}
      {skippedCount > 0 && <Skipped one={one} skipped={skipped} count={skippedCount} />}
      <footer className={classes.foot}>
        {layerId !== null && undoneAt === null ? (
          <Group gap="sm">
            <Button
              variant="default"
              color="red"
              leftSection={<IconRestore size={16} />}
              loading={undo.isPending}
              onClick={() => void takeBack()}
            >
              {t('IMPORT.UNDO')}
            </Button>
            <Text size="sm">{t('IMPORT.UNDO_UNTIL', { date: formatDate(one.expiresAt) })}</Text>
          </Group>
        ) : (
          <span />
        )}
        <Button onClick={onClose} data-autofocus>
          {t('IMPORT.DONE')}
        </Button>
      </footer>
    </div>
  );
}

interface CountTileProps {
  readonly icon: ReactNode;
  readonly tone: 'ok' | 'warn' | 'err';
  readonly count: number;
  readonly label: string;
}

function CountTile({ icon, tone, count, label }: CountTileProps) {
  const { language } = useTexts();
  return (
    <div className={classes.count} data-tone={tone}>
      <span aria-hidden="true">{icon}</span>
      <strong>{formatNumber(count, language)}</strong>
      <span>{label}</span>
    </div>
  );
}

interface SkippedProps {
  readonly one: Import;
  readonly skipped: readonly SkippedRows[];
  readonly count: number;
}

const LISTED_ROWS = 5;

function Skipped({ one, skipped, count }: SkippedProps) {
  const { t, language } = useTexts();
  const download = useDownloadSkipped();
  const number = (value: number) => formatNumber(value, language);
  const rowsText = ({ rows, count: all }: SkippedRows) => {
    const listed = rows.slice(0, LISTED_ROWS).join(', ');
    return all > LISTED_ROWS
      ? t('IMPORT.ROWS_AND_MORE', { rows: listed, number: number(all - LISTED_ROWS) })
      : listed;
  };
  const limitOf = { NAME_TOO_LONG: limits.addressLength, DESCRIPTION_TOO_LONG: limits.topicLength } as const;
  return (
    <section aria-label={t('IMPORT.SKIPPED_ROWS', { count, number: number(count) })}>
      <Group justify="space-between">
        <h3 className={classes.caption}>{t('IMPORT.SKIPPED_ROWS', { count, number: number(count) })}</h3>
        <Group gap="sm">
          <Button
            variant="default"
            size="xs"
            leftSection={<IconDownload size={14} />}
            onClick={() => download.mutate({ one, content: 'reasons' })}
          >
            {t('IMPORT.DOWNLOAD_LIST')}
          </Button>
          {one.result?.hasRows && (
            <Button
              variant="default"
              size="xs"
              leftSection={<IconDownload size={14} />}
              onClick={() => download.mutate({ one, content: 'rows' })}
            >
              {t('IMPORT.DOWNLOAD_ROWS')}
            </Button>
          )}
        </Group>
      </Group>
      {download.isError && <Notice tone="err">{errorText(t, download.error)}</Notice>}
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">{t('IMPORT.OBJECTS')}</th>
            <th scope="col">{t('IMPORT.REASON')}</th>
            <th scope="col">{t('IMPORT.EXPLANATION')}</th>
            <th scope="col">{t('IMPORT.ROWS')}</th>
          </tr>
        </thead>
        <tbody>
          {skipped.map((one) => {
            const [label, text] = reasonLabels[one.reason];
            const limit = one.reason in limitOf ? limitOf[one.reason as keyof typeof limitOf] : 0;
            return (
              <tr key={one.reason}>
                <td data-number>{number(one.count)}</td>
                <td>{t(label)}</td>
                <td>{t(text, { limit })}</td>
                <td>{rowsText(one)}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
      {one.result?.hasRows && <Notice tone="info">{t('IMPORT.FIX_HINT')}</Notice>}
    </section>
  );
}
