import { Button, Select } from '@mantine/core';
import { type Case, duplicateLimits } from '@pgis/contract';
import { useQueries } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { formatNumber, useTexts } from '../../i18n/index.ts';
import { assigneesQuery } from '../../objects/caseQueries.ts';
import { useBulkEdit } from '../../objects/useBulkEdit.ts';
import { DialogFrame } from '../../ui/DialogFrame.tsx';
import { LoadFailureNote, lazyPart } from '../../ui/lazy-parts/index.ts';
import { loadFormComponents } from '../drawing/index.ts';
import { useSession } from '../session/index.ts';
import classes from './inbox.module.css';
import { useAssignCases } from './useAssignCases.ts';
import type { Ticks } from './useTicks.ts';

const CommentForm = lazyPart(
  async () => ({ default: (await loadFormComponents()).CommentForm }),
  LoadFailureNote,
);

const NOBODY = '0';

/** Cases that can be laid side by side. */
export const isMergeable = (count: number): boolean => count >= 2 && count <= duplicateLimits.merged + 1;

interface BulkBarProps {
  readonly ticks: Ticks;
  readonly onMerge: () => void;
}

/** Changes the ticked cases together. */
export function BulkBar({ ticks, onMerge }: BulkBarProps) {
  const { t, language } = useTexts();
  const { cases } = ticks;
  const [isAnswering, setAnswering] = useState(false);
  const layerIds = [...new Set(cases.map(({ classId }) => classId))];
  const [layerId] = layerIds;
  const canEdit = cases.every((one) => one.canEdit);
  return (
    <section className={classes.bulk} aria-label={t('INBOX.TICKED')}>
      <b role="status">
        {t('INBOX.TICKED_COUNT', { count: cases.length, number: formatNumber(cases.length, language) })}
      </b>
      <AssignSelect ticks={ticks} layerIds={layerIds} canEdit={canEdit} />
      <Button
        size="xs"
        variant="default"
        disabled={!canEdit || layerIds.length > 1}
        {...(layerIds.length > 1 && { title: t('INBOX.ONE_LAYER') })}
        onClick={() => setAnswering(true)}
      >
        {t('INBOX.ANSWER')}
      </Button>
      <Button
        size="xs"
        variant="default"
        disabled={!canEdit || !isMergeable(cases.length)}
        {...(!isMergeable(cases.length) && { title: t('INBOX.MERGE_RANGE') })}
        onClick={onMerge}
      >
        {t('INBOX.MERGE')}
      </Button>
      <Button size="xs" variant="subtle" onClick={ticks.clear}>
        {t('INBOX.UNTICK')}
      </Button>
      {isAnswering && layerId !== undefined && (
        <AnswerDialog
          layerId={layerId}
          cases={cases}
          onClose={() => setAnswering(false)}
          onDone={() => {
            setAnswering(false);
            ticks.clear();
          }}
        />
      )}
    </section>
  );
}

interface AssignSelectProps {
  readonly ticks: Ticks;
  readonly layerIds: readonly number[];
  readonly canEdit: boolean;
}

/** Offers who may work on all of the ticked cases. */
function AssignSelect({ ticks, layerIds, canEdit }: AssignSelectProps) {
  const { t } = useTexts();
  const { user } = useSession();
  const { mutate, isPending } = useAssignCases(ticks.cases);
  const lists = useQueries({
    queries: layerIds.map((id) => ({ ...assigneesQuery(id, user?.userId ?? null), enabled: canEdit })),
  });
  const [first, ...others] = lists.map(({ data }) => data?.people ?? []);
  const people = (first ?? []).filter(({ id }) => others.every((list) => list.some((one) => one.id === id)));
  return (
    <Select
      size="xs"
      aria-label={t('INBOX.ASSIGN')}
      placeholder={t('INBOX.ASSIGN')}
      searchable
      disabled={!canEdit || isPending}
      nothingFoundMessage={t('CASES.NO_PERSON')}
      value={null}
      onChange={(value) =>
        value !== null && mutate(value === NOBODY ? null : Number(value), { onSuccess: ticks.clear })
      }
      data={[
        { value: NOBODY, label: t('CASES.NOBODY') },
        ...people.map(({ id, name, open }) => ({
          value: String(id),
          label: t('CASES.PERSON', { name, count: open }),
        })),
      ]}
    />
  );
}

interface AnswerDialogProps {
  readonly layerId: number;
  readonly cases: readonly Case[];
  readonly onClose: () => void;
  readonly onDone: () => void;
}

/** One comment with a status for all of the ticked cases (D-CLS-03). */
function AnswerDialog({ layerId, cases, onClose, onDone }: AnswerDialogProps) {
  const { t, language } = useTexts();
  const { mutate, isPending } = useBulkEdit(layerId, null);
  const [comment, setComment] = useState<Parameters<typeof CommentForm>[0]['value']>({
    statusId: null,
    content: '',
    isPublic: false,
  });
  return (
    <DialogFrame
      onClose={isPending ? () => {} : onClose}
      title={t('INBOX.ANSWER_TITLE', {
        count: cases.length,
        number: formatNumber(cases.length, language),
      })}
    >
      <Suspense>
        <CommentForm
          value={comment}
          onChange={setComment}
          isStart
          isAdding={isPending}
          onAdd={(added) =>
            mutate({ objects: cases, change: { kind: 'status', ...added } }, { onSuccess: onDone })
          }
        />
      </Suspense>
    </DialogFrame>
  );
}
