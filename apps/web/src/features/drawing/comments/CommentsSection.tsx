import type { Comment, Geom } from '@pgis/contract';
import { useState } from 'react';
import { formatDateTime, useTexts } from '../../../i18n/index.ts';
import { useObjectComments } from '../../../objects/useObjectComments.ts';
import { confirm } from '../../../ui/dialogs/index.ts';
import { CommentList } from '../../comments/index.ts';
import { CommentForm, emptyComment, type NewComment } from './CommentForm.tsx';
import classes from './CommentsSection.module.css';

interface CommentsSectionProps {
  readonly geom: Pick<Geom, 'id' | 'classId' | 'comments'>;
  readonly isStart: boolean;
  /** Text in the form that has not been added yet. */
  readonly draft: NewComment;
  readonly onDraftChange: (draft: NewComment) => void;
}

/** COMM-01..05: comments are added and deleted at once, independent of the form around them. */
export function CommentsSection({ geom, isStart, draft, onDraftChange }: CommentsSectionProps) {
  const { t } = useTexts();
  const [comments, setComments] = useState<readonly Comment[]>(geom.comments);
  const { add, remove } = useObjectComments(geom);

  const onAdded = (added: Comment) => {
    setComments((before) => [added, ...before]);
    onDraftChange(emptyComment);
  };
  const onDelete = async (comment: Comment) => {
    const title = formatDateTime(comment.added);
    if (!(await confirm({ title, message: t('MAP.COMMENTS.CONFIRM_DELETE'), isDestructive: true }))) return;
    remove.mutate(comment, {
      onSuccess: () => setComments((before) => before.filter(({ id }) => id !== comment.id)),
    });
  };
  return (
    <section className={classes.section} aria-label={t('MAP.COMMENTS.TITLE')}>
      <h3 className={classes.caption}>{t('MAP.COMMENTS.TITLE')}</h3>
      <CommentForm
        value={draft}
        onChange={onDraftChange}
        isStart={isStart}
        isAdding={add.isPending}
        onAdd={(comment) => add.mutate(comment, { onSuccess: onAdded })}
      />
      <CommentList comments={comments} onDelete={(comment) => void onDelete(comment)} />
    </section>
  );
}
