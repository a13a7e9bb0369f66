import { ActionIcon } from '@mantine/core';
import type { Comment } from '@pgis/contract';
import { IconEye, IconLock, IconTrash } from '@tabler/icons-react';
import { formatDateTime, useTexts } from '../../i18n/index.ts';
import classes from './CommentList.module.css';
import { StatusMark } from './StatusMark.tsx';

interface CommentListProps {
  readonly comments: readonly Comment[];
  /** Given where users can delete comments. */
  readonly onDelete?: (comment: Comment) => void;
}

/** Comments, newest first, each with the status it gave the object. */
export function CommentList({ comments, onDelete }: CommentListProps) {
  const { t } = useTexts();
  if (comments.length === 0) return <p className={classes.none}>{t('MAP.COMMENTS.NONE')}</p>;
  return (
    <ol className={classes.list} aria-label={t('MAP.COMMENTS.TITLE')}>
      {comments.map((comment) => (
        <li key={comment.id} className={classes.comment} data-internal={!comment.isPublic || undefined}>
          <div className={classes.head}>
            <StatusMark {...comment} />
            <time className={classes.date} dateTime={comment.added}>
              {formatDateTime(comment.added)}
            </time>
            {onDelete && comment.canDelete && (
              <ActionIcon
                className={classes.delete ?? ''}
                aria-label={t('MAP.COMMENTS.DELETE_OF', { date: formatDateTime(comment.added) })}
                onClick={() => onDelete(comment)}
              >
                <IconTrash size={16} />
              </ActionIcon>
            )}
          </div>
          {/* Reporters who reopen a report give a status without a public text. */}
          <p className={classes.content}>{comment.content === '' ? t('CASES.REOPENED') : comment.content}</p>
          <Meta comment={comment} />
        </li>
      ))}
    </ol>
  );
}

/** The author and audience of a comment. Visitors see neither: they read public comments only. */
function Meta({ comment }: { readonly comment: Comment }) {
  const { t } = useTexts();
  const { isPublic, byReporter = false } = comment;
  const author = byReporter ? t('CASES.REPORTER') : comment.author;
  if (author === '' && isPublic) return null;
  const Mark = isPublic ? IconEye : IconLock;
  return (
    <p className={classes.meta}>
      <span className={classes.audience}>
        <Mark size={13} aria-hidden="true" />
        {t(isPublic ? 'MAP.COMMENTS.PUBLIC' : 'MAP.COMMENTS.INTERNAL')}
      </span>
      {author !== '' && <span>{author}</span>}
    </p>
  );
}
