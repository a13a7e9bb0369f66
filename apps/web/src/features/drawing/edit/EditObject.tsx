import type { Geom } from '@pgis/contract';
import { useState } from 'react';
import { ApiError } from '../../../api/index.ts';
import { serverErrorText, useTexts } from '../../../i18n/index.ts';
import { findCurrentObject, objectSubject } from '../../../objects/changeObjects.ts';
import { useUpdateObject } from '../../../objects/useUpdateObject.ts';
import { showToast } from '../../../ui/toasts/index.ts';
import { useUnsavedWork } from '../../../ui/unsaved-work/index.ts';
import { useSession } from '../../session/index.ts';
import { emptyComment } from '../comments/CommentForm.tsx';
import { CommentsSection } from '../comments/CommentsSection.tsx';
import { closeDrawDialog } from '../dialog/drawDialogState.ts';
import { DrawForm } from '../form/DrawForm.tsx';
import { type DrawValues, toUpdateBody } from '../form/DrawValues.ts';
import { markObjectProblems } from '../form/markObjectProblems.ts';
import { valuesOf } from '../form/startValues.ts';
import type { AddableGroup } from '../form/useAddableLayers.ts';
import { useDrawForm } from '../form/useDrawForm.ts';
import { ChangedObject } from './ChangedObject.tsx';

interface EditObjectProps {
  readonly groups: readonly AddableGroup[];
  readonly geom: Geom;
  readonly startsAtComments: boolean;
}

/**
 * Changes the texts and fields of an object. If another user has saved it meanwhile, both versions are compared
 * (D-OBJ-05).
 */
export function EditObject({ groups, geom, startsAtComments }: EditObjectProps) {
  const { t } = useTexts();
  const { isAnonymous } = useSession();
  const form = useDrawForm(valuesOf(geom, groups), 'edit');
  const { mutate, isPending } = useUpdateObject();
  const [comment, setComment] = useState(emptyComment);
  const [isCommentLeft, setCommentLeft] = useState(false);
  const [theirs, setTheirs] = useState<Geom | null>(null);
  useUnsavedWork(form.isDirty() || comment.content.trim() !== '');

  const fail = (cause: unknown) => {
    const current = findCurrentObject(cause);
    if (current !== undefined) {
      setTheirs(current);
      return;
    }
    if (cause instanceof ApiError) markObjectProblems(form, cause.problems, t);
    // INFO-11: shows the server's message.
    showToast({ kind: 'error', message: serverErrorText(t, cause), subject: objectSubject(geom.id) });
  };
  /** Asks, because a comment that was typed and not added would be lost. */
  const saveForm = () => {
    const isLeft = comment.content.trim() !== '';
    setCommentLeft(isLeft);
    if (!isLeft) save(form.values, geom);
  };
  const save = (values: DrawValues, before: Geom) => {
    const { classId } = values;
    if (classId === null || isPending) return;
    const body = toUpdateBody({ ...values, classId }, before);
    mutate({ before, body }, { onSuccess: closeDrawDialog, onError: fail });
  };
  if (theirs !== null) {
    return (
      <ChangedObject
        before={geom}
        mine={form.values}
        theirs={theirs}
        groups={groups}
        isSaving={isPending}
        onSave={(merged) => save(merged, theirs)}
      />
    );
  }
  return (
    <DrawForm
      form={form}
      groups={groups}
      mode="edit"
      isAnonymous={isAnonymous}
      isSaving={isPending}
      failure={isCommentLeft ? t('MAP.COMMENTS.NOT_ADDED') : null}
      onSave={saveForm}
      startsElsewhere={startsAtComments}
    >
      <CommentsSection
        geom={geom}
        isStart={startsAtComments}
        draft={comment}
        onDraftChange={(draft) => {
          setComment(draft);
          setCommentLeft(false);
        }}
      />
    </DrawForm>
  );
}
