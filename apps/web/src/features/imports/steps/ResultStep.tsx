import { Button, Group, Progress, Text } from '@mantine/core';
import type { Import, ImportResult } from '@pgis/contract';
import {
  IconCheck,
  IconMapSearch,
  IconMinus,
  IconPencil,
  IconPlus,
  IconRestore,
  IconTool,
  IconX,
} from '@tabler/icons-react';
import { type ReactNode, useEffect } from 'react';
import { errorText, formatDate, formatDateTime, formatNumber, useTexts } from '../../../i18n/index.ts';
import { confirm } from '../../../ui/dialogs/index.ts';
import { Notice } from '../../../ui/forms/Notice.tsx';
import { countApplied } from '../compare/choice.ts';
import { importErrorLabels } from '../importLabels.ts';
import { useImportedLayer, useShowLayer, useStopImport, useUndoImport } from '../importQueries.ts';
import classes from '../imports.module.css';
import { Skipped } from '../result/Skipped.tsx';
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
  const stop = useStopImport();
  const isApplying = one.comparison !== null;
  const { done = 0, total = null } = one.progress ?? {};
  useEffect(() => void runningImports.add(one.id), [one.id]);
  const number = (count: number) => formatNumber(count, language);
  const runningCompared = isApplying ? 'IMPORT.COMPARE.APPLYING' : 'IMPORT.COMPARE.COMPARING';
  return (
    <div className={classes.body}>
      <div className={classes.bar}>
        <span role="status">
          {t(one.isComparison ? runningCompared : 'IMPORT.IMPORTING', {
            number: number(done),
            total: total === null ? '…' : number(total),
          })}
        </span>
        <Progress aria-label={t('IMPORT.PROGRESS')} value={total ? (done / total) * 100 : 0} />
      </div>
      <footer className={classes.foot}>
        <Text size="sm">{t('IMPORT.GOES_ON')}</Text>
        <Group gap="sm">
          <Button
            variant="default"
            loading={stop.isPending}
            onClick={() => stop.mutate(one.id, isApplying ? {} : { onSuccess: onClose })}
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
  const showLayer = useShowLayer();
  const { layerId, layerName, added, repaired, skipped, undoneAt, tookMs, compared } = result;
  const canUndo = layerId !== null && undoneAt === null && compared?.changeId !== null;
  const number = (count: number) => formatNumber(count, language);
  const skippedCount = skipped.reduce((sum, { count }) => sum + count, 0);
  useEffect(() => void runningImports.delete(one.id), [one.id]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the result is first shown.
  useEffect(() => {
    if (layerId !== null) void refresh(layerId);
  }, [layerId]);
  const takeBack = async () => {
    if (layerId === null) return;
    const values = { number: number(countApplied(result)), layer: layerName };
    const message = t(compared ? 'IMPORT.COMPARE.CONFIRM_UNDO' : 'IMPORT.CONFIRM_UNDO', values);
    if (await confirm({ message, isDestructive: true })) undo.mutate({ id: one.id, layerId });
  };
  const title =
    undoneAt !== null
      ? t('IMPORT.UNDONE')
      : layerId === null
        ? t('IMPORT.NOTHING_IMPORTED')
        : compared && compared.changeId === null
          ? t('IMPORT.COMPARE.NOTHING_APPLIED')
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
        {compared === undefined ? (
          <CountTile
            icon={<IconTool size={18} />}
            tone="warn"
            count={repaired}
            label={t('IMPORT.REPAIRED')}
          />
        ) : (
          <>
            <CountTile
              icon={<IconPencil size={18} />}
              tone="warn"
              count={compared.updated}
              label={t('IMPORT.COMPARE.UPDATED')}
            />
            <CountTile
              icon={<IconMinus size={18} />}
              tone="err"
              count={compared.deleted}
              label={t('IMPORT.COMPARE.DELETED')}
            />
          </>
        )}
        <CountTile icon={<IconX size={18} />} tone="err" count={skippedCount} label={t('IMPORT.SKIPPED')} />
      </div>
      {undo.data !== undefined && (
        <Notice tone="info">
          {t(compared ? 'IMPORT.COMPARE.UNDO_RESULT' : 'IMPORT.UNDO_RESULT', {
            deleted: number(undo.data.deleted),
            kept: number(undo.data.kept),
          })}
        </Notice>
      )}
      {undo.isError && <Notice tone="err">{errorText(t, undo.error)}</Notice>}
      {skippedCount > 0 && <Skipped one={one} skipped={skipped} count={skippedCount} />}
      <footer className={classes.foot}>
        {canUndo ? (
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
        <Group gap="sm" className={classes.ends ?? ''}>
          {layerId !== null && undoneAt === null && (
            <Button
              variant="default"
              leftSection={<IconMapSearch size={16} />}
              onClick={() => {
                onClose();
                void showLayer(layerId);
              }}
            >
              {t('IMPORT.SEE_ON_MAP')}
            </Button>
          )}
          <Button onClick={onClose} data-autofocus>
            {t('IMPORT.DONE')}
          </Button>
        </Group>
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
