import type { Geom } from '@pgis/contract';
import { useMemo, useState } from 'react';
import { ApiError } from '../../../api/index.ts';
import { errorText, useTexts } from '../../../i18n/index.ts';
import { findCurrentObject, objectSubject } from '../../../objects/changeObjects.ts';
import { useUpdateObject } from '../../../objects/useUpdateObject.ts';
import { DraftOffer } from '../../../ui/drafts/DraftOffer.tsx';
import { useDraft } from '../../../ui/drafts/useDraft.ts';
import { showToast } from '../../../ui/toasts/index.ts';
import { useUnsavedWork } from '../../../ui/unsaved-work/index.ts';
import { useSession } from '../../session/index.ts';
import { emptyComment, type NewComment } from '../comments/CommentForm.tsx';
import { CommentsSection } from '../comments/CommentsSection.tsx';
import { closeDrawDialog } from '../dialog/drawDialogState.ts';
import { DrawForm } from '../form/DrawForm.tsx';
import { type DrawValues, parseData, toUpdateBody } from '../form/DrawValues.ts';
import { markObjectProblems } from '../form/markObjectProblems.ts';
import { sizeOfWkt } from '../form/sizeOfWkt.ts';
import { valuesOf } from '../form/startValues.ts';
import { type AddableGroup, findAddable } from '../form/useAddableLayers.ts';
import { useDrawForm } from '../form/useDrawForm.ts';
import { ChangedObject } from './ChangedObject.tsx';

interface EditObjectProps {
  readonly groups: readonly AddableGroup[];
  readonly geom: Geom;
  readonly startsAtComments: boolean;
}

/** The object that the form started from. */
interface EditBase {
  readonly version: number;
  readonly values: DrawValues;
}

/** Content of a draft. */
interface EditDraft {
  readonly base: EditBase;
  readonly values: DrawValues;
  readonly comment: NewComment;
}

/**
 * Changes the texts and fields of an object. If another user has saved it meanwhile, both versions are compared
 * (D-OBJ-05).
 */
export function EditObject({ groups, geom, startsAtComments }: EditObjectProps) {
  const reader = useTexts();
  const { t } = reader;
  const { isAnonymous } = useSession();
  const [base, setBase] = useState<EditBase>(() => ({
    version: geom.version,
    values: valuesOf(geom, groups),
  }));
  const size = useMemo(() => sizeOfWkt(geom.wkt), [geom.wkt]);
  const form = useDrawForm(base.values, 'edit', { groups, before: parseData(geom.data), size });
  const { values } = form;
  const { mutate, isPending } = useUpdateObject();
  const [comment, setComment] = useState(emptyComment);
  const [isCommentLeft, setCommentLeft] = useState(false);
  const [theirs, setTheirs] = useState<Geom | null>(null);
  const isChanged = form.isDirty() || comment.content.trim() !== '';
  const content = useMemo<EditDraft>(() => ({ base, values, comment }), [base, values, comment]);
  const draft = useDraft({ form: `object ${geom.id}`, content, isChanged });
  useUnsavedWork(isChanged, draft);

  const continueDraft = (begun: EditDraft) => {
    form.setValues(begun.values);
    setComment(begun.comment);
    if (begun.base.version === geom.version) return;
    setBase(begun.base);
    setTheirs(geom);
  };
  const fail = (cause: unknown) => {
    const current = findCurrentObject(cause);
    if (current !== undefined) {
      setTheirs(current);
      return;
    }
    if (cause instanceof ApiError)
      markObjectProblems(form, cause.problems, {
        fields: findAddable(groups, values.classId)?.layerFields ?? [],
        reader,
      });
    // INFO-11: shows the server's message.
    showToast({ kind: 'error', message: errorText(t, cause), subject: objectSubject(geom.id) });
  };
  /** Asks, because a comment that was typed and not added would be lost. */
  const saveForm = () => {
    const isLeft = comment.content.trim() !== '';
    setCommentLeft(isLeft);
    if (!isLeft) save(values, geom);
  };
  const onSaved = () => {
    draft.end();
    closeDrawDialog();
  };
  const save = (changed: DrawValues, before: Geom) => {
    const { classId } = changed;
    if (classId === null || isPending) return;
    const body = toUpdateBody({ ...changed, classId }, before);
    mutate({ before, body }, { onSuccess: onSaved, onError: fail });
  };
  if (theirs !== null) {
    return (
      <ChangedObject
        key={theirs.version}
        before={base.values}
        mine={values}
        theirs={valuesOf(theirs, groups)}
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
      size={values.classId === base.values.classId ? undefined : size}
      failure={isCommentLeft ? t('MAP.COMMENTS.NOT_ADDED') : null}
      onSave={saveForm}
      startsElsewhere={startsAtComments}
      head={
        <DraftOffer
          draft={draft}
          isTyped={isChanged}
          isOutdated={(begun) => begun.base.version !== geom.version}
          onContinue={continueDraft}
        />
      }
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
