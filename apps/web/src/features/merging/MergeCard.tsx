import { Radio } from '@mantine/core';
import { type ComparedCase, referenceOf } from '@pgis/contract';
import { IconPhoto, IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { formatDateTime, useTexts } from '../../i18n/index.ts';
import { thumbnailsQuery } from '../../objects/fileQueries.ts';
import { IconButton } from '../../ui/IconButton.tsx';
import { StatusMark } from '../comments/index.ts';
import { LayerSymbol, useFindLayer } from '../objects/index.ts';
import { useSession } from '../session/index.ts';
import { distanceBetweenM, distanceText } from './mergeWarnings.ts';
import classes from './merging.module.css';

interface MergeCardProps {
  readonly one: ComparedCase;
  readonly letter: string;
  /** The case that stays, and its letter. */
  readonly kept: { readonly one: ComparedCase; readonly letter: string };
  readonly onKeep: () => void;
  /** Undefined while there are only two. */
  readonly onLeaveOut: (() => void) | undefined;
}

/** One of the cases side by side; its radio button says that it stays. */
export function MergeCard({ one, letter, kept, onKeep, onLeaveOut }: MergeCardProps) {
  const { t, language } = useTexts();
  const nameId = useId();
  const layer = useFindLayer()(one.classId);
  const number = referenceOf(one.id);
  const isKept = one.id === kept.one.id;
  const distance = distanceText(distanceBetweenM(kept.one, one), { t, language });
  const rows = [
    [
      t('MERGING.DISTANCE'),
      isKept ? t('MERGING.PLACE_STAYS') : t('MERGING.AWAY', { distance, letter: kept.letter }),
    ],
    [t('MERGING.REPORTED'), formatDateTime(one.createdAt)],
    [t('MERGING.PARTS.votes'), one.upvoteCount],
    [t('MERGING.PARTS.files'), one.fileCount],
    [t('MERGING.PARTS.comments'), one.commentCount],
    [t('CASES.ASSIGNEE'), one.assignee?.name ?? t('CASES.NOBODY')],
  ] as const;
  return (
    <li className={classes.card} data-kept={isKept || undefined}>
      <div className={classes.choice}>
        <Radio
          name="kept"
          value={String(one.id)}
          checked={isKept}
          onChange={onKeep}
          label={t(isKept ? 'MERGING.STAYS' : 'MERGING.KEEP')}
          aria-describedby={nameId}
          {...(isKept && { 'data-autofocus': true })}
        />
        {onLeaveOut && !isKept && (
          <IconButton label={t('MERGING.LEAVE_OUT', { number })} onClick={onLeaveOut}>
            <IconX size={16} />
          </IconButton>
        )}
      </div>
      <Pictures id={one.id} letter={letter} />
      <div className={classes.words}>
        <p className={classes.line}>
          {layer && <LayerSymbol layer={layer} />}
          <span>{number}</span>
          {one.status && <StatusMark status={one.status.name} statusType={one.status.type} />}
        </p>
        <p className={classes.name} id={nameId}>
          {one.name || number}
        </p>
        <p className={classes.topic}>{one.description}</p>
        <dl className={classes.facts}>
          {rows.map(([label, value]) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      </div>
    </li>
  );
}

const SHOWN_PICTURES = 2;

function Pictures({ id, letter }: { readonly id: number; readonly letter: string }) {
  const { user } = useSession();
  const { data = [] } = useQuery(thumbnailsQuery(id, user?.userId ?? null));
  // The oldest ones are those of the report.
  const shown = data.toReversed().slice(0, SHOWN_PICTURES);
  return (
    <div className={classes.pictures}>
      <span className={classes.letter}>{letter}</span>
      {shown.length === 0 && <IconPhoto className={classes.none} size={24} aria-hidden="true" />}
      {shown.map((address) => (
        <img key={address} src={address} alt="" />
      ))}
      {data.length > shown.length && <span className={classes.more}>+{data.length - shown.length}</span>}
    </div>
  );
}
