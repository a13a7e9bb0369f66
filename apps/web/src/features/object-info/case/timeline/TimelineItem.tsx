import type { Comment, TimelineEntry } from '@pgis/contract';
import {
  IconArrowsExchange,
  IconArrowsJoin,
  IconArrowsSplit,
  IconEye,
  IconEyeOff,
  IconLock,
  IconMessage,
  IconPaperclip,
  IconPencil,
  IconRoute,
  IconTrash,
  IconUser,
  IconUserCheck,
  IconWorld,
  type TablerIcon,
} from '@tabler/icons-react';
import { formatDateTime, useTexts } from '../../../../i18n/index.ts';
import { initialsOf } from '../../../../ui/initialsOf.ts';
import { StatusMark } from '../../../comments/index.ts';
import { useFindLayer } from '../../../objects/index.ts';
import { useObjectFields } from '../../useObjectFields.ts';
import classes from './Timeline.module.css';
import { type ChangeLine, toLines } from './timelineTexts.ts';

interface TimelineItemProps {
  readonly layerId: number;
  readonly entry: TimelineEntry;
}

/** A comment as a card, any other event as lines. */
export function TimelineItem({ layerId, entry }: TimelineItemProps) {
  const { comment } = entry;
  return comment === null ? (
    <EventItem layerId={layerId} entry={entry} />
  ) : (
    <CommentItem comment={comment} isStatusNew={entry.isStatusNew} />
  );
}

interface CommentItemProps {
  readonly comment: Comment;
  readonly isStatusNew: boolean;
}

function CommentItem({ comment, isStatusNew }: CommentItemProps) {
  const { t } = useTexts();
  const { isPublic, content, added, byReporter = false } = comment;
  const author = byReporter ? t('CASES.REPORTER') : comment.author;
  const Audience = isPublic ? IconWorld : IconLock;
  return (
    <li className={classes.item}>
      <span className={classes.avatar} aria-hidden="true">
        {author === '' ? <IconMessage size={14} /> : initialsOf(author)}
      </span>
      <div className={classes.card} data-internal={!isPublic || undefined}>
        <div className={classes.cardHead}>
          {author !== '' && (
            <>
              <b className={classes.author}>{author}</b>
              <span className={classes.audience} data-public={isPublic || undefined}>
                <Audience size={13} aria-hidden="true" />
                {t(isPublic ? 'MAP.COMMENTS.PUBLIC' : 'MAP.COMMENTS.INTERNAL')}
              </span>
            </>
          )}
          <time className={classes.date} dateTime={added}>
            {formatDateTime(added)}
          </time>
        </div>
        <p className={classes.content}>{content === '' && byReporter ? t('CASES.REOPENED') : content}</p>
        {isStatusNew && (
          <div className={classes.status}>
            <StatusMark {...comment} />
          </div>
        )}
      </div>
    </li>
  );
}

const icons: Readonly<Record<string, TablerIcon>> = {
  OBJECT_ADDED: IconUser,
  OBJECT_CASE_CHANGED: IconUserCheck,
  OBJECT_MOVED_TO_LAYER: IconArrowsExchange,
  OBJECTS_MERGED: IconArrowsJoin,
  MERGE_UNDONE: IconArrowsSplit,
  OBJECT_APPROVED: IconEye,
  OBJECT_UNHIDDEN: IconEye,
  OBJECT_HIDDEN: IconEyeOff,
  OBJECT_DELETED: IconTrash,
  COMMENT_DELETED: IconTrash,
  COMMENTS_DELETED: IconTrash,
  FILE_ADDED: IconPaperclip,
  FILE_DELETED: IconPaperclip,
};

function EventItem({ layerId, entry }: TimelineItemProps) {
  const { t } = useTexts();
  const { labels } = useObjectFields(layerId);
  const findLayer = useFindLayer();
  const nameOf = (key: string, id: number) => (key === 'classId' ? findLayer(id)?.name : undefined);
  const lines = toLines(entry, { t, labels, nameOf });
  const isByRule = entry.details.isByRule === true;
  const Mark = isByRule ? IconRoute : (icons[entry.action] ?? IconPencil);
  const by = isByRule ? t('CASES.RULE') : entry.by;
  return (
    <li className={classes.item}>
      <span className={classes.mark} aria-hidden="true">
        <Mark size={14} />
      </span>
      <div className={classes.event}>
        {lines.map((line) => (
          <Line key={line.label} line={line} />
        ))}
        <span className={classes.meta}>
          {by !== '' && <>{by} · </>}
          <time dateTime={entry.at}>{formatDateTime(entry.at)}</time>
        </span>
      </div>
    </li>
  );
}

function Line({ line: { label, old, now } }: { readonly line: ChangeLine }) {
  return (
    <span className={classes.line}>
      {now === undefined ? label : `${label}: `}
      {old !== undefined && <>{old} → </>}
      {now !== undefined && <b>{now}</b>}
    </span>
  );
}
