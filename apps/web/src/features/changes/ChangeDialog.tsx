import { Button, Group, Progress, Skeleton, Text } from '@mantine/core';
import type { ChangeDetails } from '@pgis/contract';
import { errorText, formatDateTime, formatNumber, useTexts } from '../../i18n/index.ts';
import { DialogFrame } from '../../ui/DialogFrame.tsx';
import { Notice } from '../../ui/forms/Notice.tsx';
import { useChange, useFreshAfterUndo, useUndoChange } from './changeQueries.ts';
import classes from './changes.module.css';
import { changeText, userText } from './changeTexts.ts';

interface ChangeDialogProps {
  readonly id: number;
  readonly onClose: () => void;
}

/** Question with the numbers of an undo, its progress, and its result with what was left alone. */
export function ChangeDialog({ id, onClose }: ChangeDialogProps) {
  const { t } = useTexts();
  const { data: change, error } = useChange(id);
  useFreshAfterUndo(change === undefined ? [] : [change]);
  const title = change?.state === 'done' ? t('CHANGES.UNDO_TITLE') : t('CHANGES.RESULT_TITLE');
  return (
    <DialogFrame title={title} onClose={onClose}>
      {error !== null && <Notice tone="err">{errorText(t, error)}</Notice>}
      {change === undefined ? (
        error === null && <Skeleton height={120} />
      ) : (
        <>
          <About change={change} />
          {change.state === 'done' && <Question change={change} onClose={onClose} />}
          {change.state === 'undoing' && <Running change={change} onClose={onClose} />}
          {change.state === 'undone' && <Result change={change} onClose={onClose} />}
        </>
      )}
    </DialogFrame>
  );
}

interface PartProps {
  readonly change: ChangeDetails;
  readonly onClose: () => void;
}

function About({ change }: Pick<PartProps, 'change'>) {
  const { t } = useTexts();
  const { node, userName, at, value } = change;
  return (
    <div className={classes.about}>
      <strong>
        {changeText(change, t)} · {node.name}
      </strong>
      {value !== null && <span>{t('CHANGES.VALUE', { value })}</span>}
      <small>
        {userText(userName, t)}, {formatDateTime(at)}
      </small>
    </div>
  );
}

function Question({ change, onClose }: PartProps) {
  const { t, language } = useTexts();
  const undo = useUndoChange(change.id);
  const { preview, problem, kind } = change;
  const number = (value: number) => formatNumber(value, language);
  return (
    <>
      {problem !== null && <Notice tone="warn">{t(`CHANGES.PROBLEMS.${problem}`)}</Notice>}
      {undo.isError && <Notice tone="err">{errorText(t, undo.error)}</Notice>}
      {preview === null ? (
        <Text>{t('CHANGES.NO_PREVIEW')}</Text>
      ) : (
        <>
          <Text>
            {preview.count === 0
              ? t('CHANGES.NOTHING_LEFT')
              : t(`CHANGES.PREVIEW.${kind}`, { number: number(preview.count) })}
          </Text>
          {preview.left > 0 && preview.count > 0 && (
            <Text>{t('CHANGES.PREVIEW_LEFT', { number: number(preview.left) })}</Text>
          )}
        </>
      )}
      <Group justify="flex-end" mt="lg" gap="sm">
        <Button variant="default" onClick={onClose} data-autofocus>
          {t('COMMON.CANCEL')}
        </Button>
        <Button
          disabled={preview === null || preview.count === 0}
          loading={undo.isPending}
          onClick={() => undo.mutate()}
        >
          {t('CHANGES.UNDO')}
        </Button>
      </Group>
    </>
  );
}

function Running({ change: { done, count }, onClose }: PartProps) {
  const { t, language } = useTexts();
  const number = (value: number) => formatNumber(value, language);
  // Only deleted objects come back in steps; any other undo is one step.
  const isStepwise = done > 0;
  return (
    <>
      <Text role="status">
        {isStepwise
          ? t('CHANGES.UNDOING_COUNT', { done: number(done), total: number(count) })
          : t('CHANGES.UNDOING')}
      </Text>
      <Progress
        aria-label={t('CHANGES.PROGRESS')}
        value={isStepwise ? (done / count) * 100 : 100}
        animated={!isStepwise}
        my="sm"
      />
      <Text size="sm">{t('CHANGES.GOES_ON')}</Text>
      <Group justify="flex-end" mt="lg">
        <Button onClick={onClose}>{t('COMMON.CLOSE')}</Button>
      </Group>
    </>
  );
}

function Result({ change: { undone, leftObjects, kind }, onClose }: PartProps) {
  const { t, language } = useTexts();
  const number = (value: number) => formatNumber(value, language);
  const left = undone?.left ?? 0;
  const isOfNode = kind === 'layerDeleted' || kind === 'groupDeleted';
  return (
    <>
      {undone !== null && (
        <Notice tone="info">
          {t('CHANGES.UNDONE_BY', { name: userText(undone.userName, t), date: formatDateTime(undone.at) })}
          {!isOfNode && `. ${t('CHANGES.RESULT', { number: number(undone.count) })}.`}
        </Notice>
      )}
      {left > 0 && !isOfNode && (
        <section className={classes.left} aria-label={t('CHANGES.LEFT_LIST')}>
          <Text fw={600}>{t('CHANGES.LEFT', { number: number(left) })}</Text>
          {leftObjects.length > 0 && leftObjects.length < left && (
            <Text size="sm">{t('CHANGES.LEFT_FIRST', { number: number(leftObjects.length) })}</Text>
          )}
          <ul className={classes.leftList}>
            {leftObjects.map(({ id, name, reason }) => (
              <li key={id}>
                <span>{name === '' ? t('CHANGES.HIDDEN') : name}</span>
                <small>{t(`CHANGES.REASONS.${reason}`)}</small>
              </li>
            ))}
          </ul>
        </section>
      )}
      <Group justify="flex-end" mt="lg">
        <Button onClick={onClose} data-autofocus>
          {t('COMMON.CLOSE')}
        </Button>
      </Group>
    </>
  );
}
