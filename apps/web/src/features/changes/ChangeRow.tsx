import { Button } from '@mantine/core';
import type { LargeChange } from '@pgis/contract';
import { formatDate, formatDateTime, formatNumber, useTexts } from '../../i18n/index.ts';
import classes from './changes.module.css';
import { changeText, userText } from './changeTexts.ts';

interface ChangeRowProps {
  readonly change: LargeChange;
  readonly onOpen: () => void;
}

/** A large change: who, when, what, how many objects, and its undo or the result of one. */
export function ChangeRow({ change, onOpen }: ChangeRowProps) {
  const { t, language } = useTexts();
  const { at, userName, node, count, state, canUndo, blockedBy, kind } = change;
  const what = changeText(change, t);
  const isOfNode = kind === 'layerDeleted' || kind === 'groupDeleted';
  return (
    <li className={classes.row}>
      <span className={classes.what}>
        <strong>{what}</strong>
        <span>{node.name}</span>
      </span>
      <span className={classes.who}>
        {userText(userName, t)}
        <time dateTime={at}>{formatDateTime(at)}</time>
      </span>
      <span className={classes.count}>
        {!isOfNode && t('CHANGES.COUNT', { number: formatNumber(count, language) })}
      </span>
      <span className={classes.state} role={state === 'undoing' ? 'status' : undefined}>
        <State change={change} />
      </span>
      <span className={classes.act}>
        {canUndo ? (
          <Button
            variant="default"
            size="xs"
            disabled={blockedBy !== null}
            aria-label={t('CHANGES.UNDO_ONE', { what, name: node.name })}
            onClick={onOpen}
          >
            {t('CHANGES.UNDO')}
          </Button>
        ) : (
          state !== 'done' && (
            <Button
              variant="subtle"
              size="xs"
              aria-label={t('CHANGES.DETAILS_OF', { what, name: node.name })}
              onClick={onOpen}
            >
              {t('CHANGES.DETAILS')}
            </Button>
          )
        )}
      </span>
    </li>
  );
}

function State({ change }: Pick<ChangeRowProps, 'change'>) {
  const { t, language } = useTexts();
  const { state, canUndo, undone, expiresAt, problem, blockedBy, done, count } = change;
  const number = (value: number) => formatNumber(value, language);
  if (state === 'undoing')
    return done === 0
      ? t('CHANGES.UNDOING')
      : t('CHANGES.UNDOING_COUNT', { done: number(done), total: number(count) });
  if (undone !== null)
    return (
      <>
        <span>
          {t('CHANGES.UNDONE_BY', { name: userText(undone.userName, t), date: formatDateTime(undone.at) })}
        </span>
        {undone.left > 0 && <small>{t('CHANGES.LEFT', { number: number(undone.left) })}</small>}
      </>
    );
  if (problem !== null) return <span className={classes.problem}>{t(`CHANGES.PROBLEMS.${problem}`)}</span>;
  if (!canUndo) return t('CHANGES.NOT_ALLOWED');
  if (blockedBy !== null) return t('CHANGES.BLOCKED', { name: blockedBy });
  return t('CHANGES.UNTIL', { date: formatDate(expiresAt) });
}
