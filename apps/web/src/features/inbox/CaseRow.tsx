import { Checkbox } from '@mantine/core';
import type { Case } from '@pgis/contract';
import { IconClockExclamation, IconThumbUp, IconUserPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTexts } from '../../i18n/index.ts';
import { dueText, localToday } from '../../objects/caseDue.ts';
import { thumbnailsQuery } from '../../objects/fileQueries.ts';
import { initialsOf } from '../../ui/initialsOf.ts';
import { StatusMark } from '../comments/index.ts';
import { LayerSymbol, useFindLayer } from '../objects/index.ts';
import { useSession } from '../session/index.ts';
import { ageText } from './ageText.ts';
import classes from './inbox.module.css';

interface CaseRowProps {
  readonly one: Case;
  readonly isCurrent: boolean;
  readonly isTicked: boolean;
  readonly onOpen: () => void;
  readonly onTick: (isTicked: boolean) => void;
}

/** One case of the list: what and where, its status, until when and by whom. */
export function CaseRow({ one, isCurrent, isTicked, onOpen, onTick }: CaseRowProps) {
  const { t } = useTexts();
  const title = one.name || `#${one.id}`;
  return (
    <>
      <Checkbox
        className={classes.tick ?? ''}
        aria-label={t('INBOX.TICK', { name: title })}
        checked={isTicked}
        onChange={({ currentTarget }) => onTick(currentTarget.checked)}
      />
      <button
        type="button"
        className={classes.open}
        aria-current={isCurrent || undefined}
        onClick={onOpen}
        data-case={one.id}
      >
        <Picture one={one} />
        <span className={classes.lines}>
          <span className={classes.line}>
            <b className={classes.name}>{title}</b>
            {one.priority !== 'normal' && (
              <span className={classes.priority} data-high={one.priority === 'high' || undefined}>
                {t(`CASES.PRIORITIES.${one.priority}`)}
              </span>
            )}
            <span className={classes.age}>{ageText(one.createdAt, t)}</span>
          </span>
          <span className={classes.topic}>{one.description}</span>
          <span className={classes.line}>
            {one.status && (
              <span className={classes.status}>
                <StatusMark status={one.status.name} statusType={one.status.type} />
              </span>
            )}
            {one.isWaiting && <span className={classes.waiting}>{t('INBOX.WAITS')}</span>}
            {one.upvoteCount > 0 && (
              <span className={classes.votes}>
                <IconThumbUp size={14} aria-hidden="true" /> {one.upvoteCount}
                <span className="visually-hidden">{t('INBOX.VOTES', { count: one.upvoteCount })}</span>
              </span>
            )}
            <Due one={one} />
            <Assignee name={one.assignee?.name} />
          </span>
        </span>
      </button>
    </>
  );
}

function Due({ one }: { readonly one: Case }) {
  const { t } = useTexts();
  if (one.dueOn === null && one.pausedOn === null) return <span className={classes.due} />;
  const today = localToday();
  const isSoon =
    !one.isOverdue &&
    one.closedAt === null &&
    one.pausedOn === null &&
    one.dueOn !== null &&
    one.dueOn <= today;
  return (
    <span className={classes.due} data-overdue={one.isOverdue || undefined} data-soon={isSoon || undefined}>
      {one.isOverdue && <IconClockExclamation size={14} aria-hidden="true" />}
      {dueText(one, { t, today })}
    </span>
  );
}

function Assignee({ name }: { readonly name: string | undefined }) {
  const { t } = useTexts();
  return name === undefined ? (
    <span className={classes.nobody} title={t('CASES.NOBODY')}>
      <IconUserPlus size={14} aria-hidden="true" />
      <span className="visually-hidden">{t('CASES.NOBODY')}</span>
    </span>
  ) : (
    <span className={classes.avatar} title={name}>
      <span aria-hidden="true">{initialsOf(name)}</span>
      <span className="visually-hidden">{name}</span>
    </span>
  );
}

/** The first picture of the object with the symbol of its layer, else the symbol alone. */
function Picture({ one }: { readonly one: Case }) {
  const { user } = useSession();
  const layer = useFindLayer()(one.classId);
  const { data } = useQuery({
    ...thumbnailsQuery(one.id, user?.userId ?? null),
    enabled: one.imageId !== null,
  });
  const address = data?.at(-1);
  return (
    <span className={classes.picture}>
      {address !== undefined && <img src={address} alt="" loading="lazy" />}
      {layer && (
        <span className={classes.symbol} data-alone={address === undefined || undefined}>
          <LayerSymbol layer={layer} />
        </span>
      )}
    </span>
  );
}
