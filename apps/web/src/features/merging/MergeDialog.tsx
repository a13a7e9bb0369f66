import { Button, Checkbox } from '@mantine/core';
import { type ComparedCase, duplicateLimits, referenceOf } from '@pgis/contract';
import { IconArrowBackUp, IconGitMerge, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { errorText, useTexts } from '../../i18n/index.ts';
import { type Merge, useMergeCases } from '../../objects/useMergeCases.ts';
import { DialogFrame } from '../../ui/DialogFrame.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Notice } from '../../ui/forms/Notice.tsx';
import { useIsBelow } from '../../ui/screenWidth.ts';
import { useSession } from '../session/index.ts';
import { MergeCard } from './MergeCard.tsx';
import { compareQuery, duplicatesQuery } from './mergeQueries.ts';
import { distanceText, findHiddenCase, mergeWarnings } from './mergeWarnings.ts';
import classes from './merging.module.css';
import { proposeKept } from './proposeKept.ts';

interface MergeDialogProps {
  readonly initialIds: readonly number[];
  /** Case whose other possible duplicates can be added. */
  readonly subjectId?: number | undefined;
  readonly onClose: () => void;
  readonly onMerged?: () => void;
}

/** Two to five cases side by side: the user selects the one that stays, and the others become links to it. */
export function MergeDialog({ initialIds, subjectId, onClose, onMerged }: MergeDialogProps) {
  const { t } = useTexts();
  const { user } = useSession();
  const isNarrow = useIsBelow('narrow');
  const [ids, setIds] = useState(initialIds);
  const { data, error, refetch } = useQuery(compareQuery(ids, user?.userId ?? null));
  const { mutate, isPending } = useMergeCases(() => {
    onMerged?.();
    onClose();
  });
  const byId = new Map(data?.items.map((one) => [one.id, one]));
  const cases = ids.flatMap((id) => byId.get(id) ?? []);
  return (
    <DialogFrame
      onClose={isPending ? () => {} : onClose}
      title={t('MERGING.TITLE')}
      size="min(1080px, 100%)"
      fullScreen={isNarrow}
    >
      {error !== null && data === undefined ? (
        <EmptyState
          title={t('INBOX.NOT_LOADED')}
          text={errorText(t, error)}
          actions={<Button onClick={() => void refetch()}>{t('COMMON.RETRY')}</Button>}
        />
      ) : (
        cases.length > 0 && (
          <MergeForm
            cases={cases}
            subjectId={subjectId}
            isPending={isPending}
            onIds={setIds}
            onCancel={onClose}
            onMerge={(merge) =>
              mutate(
                merge,
                // Somebody has changed or merged one of them: the cards say which.
                { onError: () => void refetch() },
              )
            }
          />
        )
      )}
    </DialogFrame>
  );
}

interface MergeFormProps extends Pick<MergeDialogProps, 'subjectId'> {
  readonly cases: readonly ComparedCase[];
  readonly isPending: boolean;
  readonly onIds: (ids: readonly number[]) => void;
  readonly onCancel: () => void;
  readonly onMerge: (merge: Merge) => void;
}

const letterOf = (index: number): string => String.fromCharCode('A'.charCodeAt(0) + index);

function MergeForm({ cases, subjectId, isPending, onIds, onCancel, onMerge }: MergeFormProps) {
  const { t, language } = useTexts();
  const [keptId, setKeptId] = useState<number | null>(null);
  const [withNotes, setWithNotes] = useState(false);
  const [tellsReporters, setTellsReporters] = useState(true);
  const kept = cases.find(({ id }) => id === keptId) ?? proposeKept(cases);
  if (kept === undefined) return null;
  const ids = cases.map(({ id }) => id);
  const others = cases.filter(({ id }) => id !== kept.id);
  const number = referenceOf(kept.id);
  const hidden = findHiddenCase(kept, others);
  const warnings = mergeWarnings(kept, others, { t, language });
  const locked = cases.find(({ canEdit }) => !canEdit);
  const isAllowed = others.length > 0 && hidden === undefined && locked === undefined;
  const shownKept = { one: kept, letter: letterOf(cases.indexOf(kept)) };
  return (
    <form
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault();
        onMerge({ kept, others, withNotes, tellsReporters });
      }}
    >
      <p className={classes.intro}>{t('MERGING.INTRO')}</p>
      <div className={classes.columns}>
        <div>
          <ul className={classes.cards} aria-label={t('INBOX.CASES')}>
            {cases.map((one, index) => (
              <MergeCard
                key={one.id}
                one={one}
                letter={letterOf(index)}
                kept={shownKept}
                onKeep={() => setKeptId(one.id)}
                onLeaveOut={cases.length > 2 ? () => onIds(ids.filter((id) => id !== one.id)) : undefined}
              />
            ))}
          </ul>
          {subjectId !== undefined && (
            <MoreDuplicates subjectId={subjectId} ids={ids} onAdd={(id) => onIds([...ids, id])} />
          )}
        </div>
        <Moves kept={kept} others={others}>
          {others.some(({ noteCount }) => noteCount > 0) && (
            <Checkbox
              size="xs"
              label={t('MERGING.NOTES', {
                number: others.reduce((sum, { noteCount }) => sum + noteCount, 0),
              })}
              checked={withNotes}
              onChange={({ currentTarget }) => setWithNotes(currentTarget.checked)}
            />
          )}
          {others.some(({ hasReporter }) => hasReporter) && (
            <Checkbox
              size="xs"
              label={t('MERGING.TELL')}
              checked={tellsReporters}
              onChange={({ currentTarget }) => setTellsReporters(currentTarget.checked)}
            />
          )}
        </Moves>
      </div>
      {hidden !== undefined && (
        <Notice tone="err">{t('ERRORS.MERGE_WOULD_PUBLISH', { number: referenceOf(hidden.id) })}</Notice>
      )}
      {locked !== undefined && (
        <Notice tone="err">{t('MERGING.LOCKED', { number: referenceOf(locked.id) })}</Notice>
      )}
      {warnings.length > 0 && (
        <Notice tone="warn">
          {warnings.map((text) => (
            <p key={text} className={classes.warning}>
              {text}
            </p>
          ))}
        </Notice>
      )}
      <div className={classes.foot}>
        <Button variant="default" disabled={isPending} onClick={onCancel}>
          {t('COMMON.CANCEL')}
        </Button>
        <Button
          type="submit"
          disabled={!isAllowed}
          loading={isPending}
          leftSection={<IconGitMerge size={16} aria-hidden="true" />}
        >
          {t('MERGING.MERGE', { number })}
        </Button>
      </div>
    </form>
  );
}

interface MovesProps {
  readonly kept: ComparedCase;
  readonly others: readonly ComparedCase[];
  /** Choices of the user. */
  readonly children: ReactNode;
}

/** Numbers of what moves to the case that stays. */
function Moves({ kept, others, children }: MovesProps) {
  const { t } = useTexts();
  const all = [kept, ...others];
  const sum = (count: (one: ComparedCase) => number) => all.reduce((before, one) => before + count(one), 0);
  const sumText = (count: (one: ComparedCase) => number, left = 0) =>
    `${all.map(count).join(' + ')}${left > 0 ? ` − ${left}` : ''} = ${sum(count) - left}`;
  // Votes of people who have voted for several of them, or who have reported the one that stays.
  const uncounted = sum(({ upvoteCount }) => upvoteCount) - kept.votesTogether;
  const texts = {
    votes: sumText(({ upvoteCount }) => upvoteCount, uncounted),
    files: sumText(({ fileCount }) => fileCount),
    comments: sumText(({ commentCount }) => commentCount),
  };
  return (
    <section className={classes.moves} aria-label={t('MERGING.MOVES', { number: referenceOf(kept.id) })}>
      <h3>{t('MERGING.MOVES', { number: referenceOf(kept.id) })}</h3>
      <dl>
        {(['votes', 'files', 'comments'] as const).map((name) => (
          <div key={name}>
            <dt>{t(`MERGING.PARTS.${name}`)}</dt>
            <dd>{texts[name]}</dd>
          </div>
        ))}
      </dl>
      {children}
      {uncounted > 0 && <p className={classes.hint}>{t('MERGING.ONCE')}</p>}
      <p className={classes.hint}>
        <IconArrowBackUp size={16} aria-hidden="true" />
        {t('MERGING.UNDO_NOTE')}
      </p>
    </section>
  );
}

interface MoreDuplicatesProps {
  readonly subjectId: number;
  readonly ids: readonly number[];
  readonly onAdd: (id: number) => void;
}

/** The other possible duplicates, each of which can be laid beside the cards. */
function MoreDuplicates({ subjectId, ids, onAdd }: MoreDuplicatesProps) {
  const { t, language } = useTexts();
  const { user } = useSession();
  const { data } = useQuery(duplicatesQuery(subjectId, user?.userId ?? null));
  const others = data?.items.filter(({ id, canEdit }) => canEdit && !ids.includes(id)) ?? [];
  if (data !== undefined && others.length === 0 && ids.length === 1)
    return <p className={classes.hint}>{t('MERGING.NONE')}</p>;
  if (others.length === 0 || ids.length > duplicateLimits.merged) return null;
  return (
    <section className={classes.nearby} aria-label={t('MERGING.NEARBY')}>
      <h3>{t('MERGING.NEARBY')}</h3>
      {others.map(({ id, name, distanceM }) => (
        <Button
          key={id}
          size="xs"
          variant="subtle"
          leftSection={<IconPlus size={14} aria-hidden="true" />}
          onClick={() => onAdd(id)}
        >
          {t('MERGING.ADD', {
            name: `${referenceOf(id)} ${name}`.trimEnd(),
            distance: distanceText(distanceM, { t, language }),
          })}
        </Button>
      ))}
    </section>
  );
}
