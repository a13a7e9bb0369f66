import { type Geom, updateGeom } from '@pgis/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError, callApi } from '../../api/index.ts';
import { useTexts } from '../../i18n/index.ts';
import { useMap } from '../../map/index.ts';
import { showToast } from '../../ui/toasts/index.ts';
import { useSession } from '../session/index.ts';
import { ChangedObject } from './ChangedObject.tsx';
import { emptyComment } from './CommentForm.tsx';
import { CommentsSection } from './CommentsSection.tsx';
import { DrawForm } from './DrawForm.tsx';
import { type DrawValues, toUpdateBody } from './DrawValues.ts';
import { closeDrawDialog } from './drawDialog.ts';
import { markProblems } from './markProblems.ts';
import { valuesOf } from './startValues.ts';
import { useUnsavedForm } from './unsavedForm.ts';
import type { AddableGroup } from './useAddableLayers.ts';
import { useDrawForm } from './useDrawForm.ts';

interface EditObjectProps {
  readonly groups: readonly AddableGroup[];
  readonly geom: Geom;
  readonly startsAtComments: boolean;
}

/** Changes the words of an object. When somebody else was faster, both versions are looked at (D-OBJ-05). */
export function EditObject({ groups, geom, startsAtComments }: EditObjectProps) {
  const { t } = useTexts();
  const map = useMap();
  const queryClient = useQueryClient();
  const { isAnonymous } = useSession();
  const form = useDrawForm(valuesOf(geom, groups), 'edit');
  const [isSaving, setSaving] = useState(false);
  const [comment, setComment] = useState(emptyComment);
  const [isCommentLeft, setCommentLeft] = useState(false);
  const [theirs, setTheirs] = useState<Geom | null>(null);
  useUnsavedForm(form.isDirty() || comment.content.trim() !== '');

  const fail = (cause: unknown) => {
    if (cause instanceof ApiError && cause.code === 'OBJECT_CHANGED' && cause.current !== undefined) {
      setTheirs(cause.current as Geom);
      return;
    }
    if (cause instanceof ApiError) markProblems(form, cause.problems, t);
    // INFO-11: what the server says.
    showToast({ kind: 'error', message: cause instanceof Error ? cause.message : t('ERROR') });
  };
  /** A comment that was written and not added would be lost. */
  const saveForm = () => {
    const isLeft = comment.content.trim() !== '';
    setCommentLeft(isLeft);
    if (!isLeft) void save(form.values, geom);
  };
  const save = async (values: DrawValues, base: Geom) => {
    const { classId } = values;
    if (classId === null || isSaving) return;
    setSaving(true);
    try {
      const saved = await callApi(updateGeom, {
        params: { id: geom.id },
        headers: { 'if-match': `"${base.version}"` },
        body: toUpdateBody({ ...values, classId }, base),
      });
      queryClient.setQueriesData({ queryKey: ['geom', geom.id] }, saved);
      map.reload();
      showToast({ kind: 'success', message: t('MAP.OBJECT_SAVED') });
      closeDrawDialog();
    } catch (cause) {
      fail(cause);
    } finally {
      setSaving(false);
    }
  };
  if (theirs !== null) {
    return (
      <ChangedObject
        before={geom}
        mine={form.values}
        theirs={theirs}
        groups={groups}
        isSaving={isSaving}
        onSave={(merged) => void save(merged, theirs)}
      />
    );
  }
  return (
    <DrawForm
      form={form}
      groups={groups}
      mode="edit"
      isAnonymous={isAnonymous}
      isSaving={isSaving}
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
