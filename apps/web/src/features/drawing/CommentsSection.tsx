import { addComment, type Comment, deleteComment, type Geom } from '@pgis/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { callApi } from '../../api/index.ts';
import { errorText, formatDateTime, useTexts } from '../../i18n/index.ts';
import { useMap } from '../../map/index.ts';
import { confirm } from '../../ui/dialogs/index.ts';
import { showToast } from '../../ui/toasts/index.ts';
import { CommentList } from '../comments/index.ts';
import { CommentForm, emptyComment, type NewComment } from './CommentForm.tsx';
import classes from './CommentsSection.module.css';

interface CommentsSectionProps {
  readonly geom: Pick<Geom, 'id' | 'comments'>;
  readonly isStart: boolean;
  /** What stands in the form and is not added yet. */
  readonly draft: NewComment;
  readonly onDraftChange: (draft: NewComment) => void;
}

/** COMM-01..05: comments are added and deleted at once, whatever becomes of the form around them. */
export function CommentsSection({ geom, isStart, draft, onDraftChange }: CommentsSectionProps) {
  const { t } = useTexts();
  const map = useMap();
  const queryClient = useQueryClient();
  const [comments, setComments] = useState<readonly Comment[]>(geom.comments);
  const [isAdding, setAdding] = useState(false);
  const { id: objectId } = geom;

  /** The status of the object may be another one now, here and on the map. */
  const showEverywhere = () => {
    map.reload();
    void queryClient.invalidateQueries({ queryKey: ['geom', objectId] });
  };
  const fail = (cause: unknown) => showToast({ kind: 'error', message: errorText(t, cause) });
  const add = async (body: { statusId: number; content: string; isPublic: boolean }) => {
    setAdding(true);
    try {
      const added = await callApi(addComment, { params: { objectId }, body });
      setComments((before) => [added, ...before]);
      onDraftChange(emptyComment);
      showToast({ kind: 'success', message: t('MAP.COMMENTS.ADDED') });
      showEverywhere();
    } catch (cause) {
      fail(cause);
    } finally {
      setAdding(false);
    }
  };
  const remove = async ({ id, added }: Comment) => {
    const title = formatDateTime(added);
    if (!(await confirm({ title, message: t('MAP.COMMENTS.CONFIRM_DELETE'), isDestructive: true }))) return;
    try {
      await callApi(deleteComment, { params: { objectId, id } });
      setComments((before) => before.filter((comment) => comment.id !== id));
      showToast({ kind: 'success', message: t('MAP.COMMENTS.DELETED') });
      showEverywhere();
    } catch (cause) {
      fail(cause);
    }
  };
  return (
    <section className={classes.section} aria-label={t('MAP.COMMENTS.TITLE')}>
      <h3 className={classes.caption}>{t('MAP.COMMENTS.TITLE')}</h3>
      <CommentForm
        value={draft}
        onChange={onDraftChange}
        isStart={isStart}
        isAdding={isAdding}
        onAdd={(comment) => void add(comment)}
      />
      <CommentList comments={comments} onDelete={(comment) => void remove(comment)} />
    </section>
  );
}
