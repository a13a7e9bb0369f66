import { useEffect, useMemo, useState } from 'react';
import { ApiError } from '../../../api/index.ts';
import { errorText, useTexts } from '../../../i18n/index.ts';
import { type Drawing, useMap } from '../../../map/index.ts';
import { useAddObject } from '../../../objects/useAddObject.ts';
import { DraftOffer } from '../../../ui/drafts/DraftOffer.tsx';
import { useDraft } from '../../../ui/drafts/useDraft.ts';
import { useIsBelow } from '../../../ui/screenWidth.ts';
import { retireToasts } from '../../../ui/toasts/index.ts';
import { useUnsavedWork } from '../../../ui/unsaved-work/index.ts';
import { AttachmentSelector, type PendingFile, usePendingFiles, useUploads } from '../../files/index.ts';
import { useSession } from '../../session/index.ts';
import { closeDrawDialog, openThanks } from '../dialog/drawDialogState.ts';
import { DrawForm } from '../form/DrawForm.tsx';
import { type DrawValues, toAddBody } from '../form/DrawValues.ts';
import { markObjectProblems } from '../form/markObjectProblems.ts';
import { sizeOfWkt } from '../form/sizeOfWkt.ts';
import { valuesForNew, valuesOfDraft } from '../form/startValues.ts';
import { type AddableGroup, findAddable } from '../form/useAddableLayers.ts';
import { useDrawForm } from '../form/useDrawForm.ts';
import { type AddDraft, NEW_OBJECT } from './AddDraft.ts';
import { AddedUploads } from './AddedUploads.tsx';
import { DuplicateHint } from './DuplicateHint.tsx';
import { DRAFT_SUBJECT } from './offerDraft.ts';
import { showDrawing } from './showDrawing.ts';

interface AddObjectProps {
  readonly groups: readonly AddableGroup[];
  readonly drawing: Drawing;
  readonly idempotencyKey: string;
  /** Values of the draft that the user continues with its drawing; null for a new drawing. */
  readonly begun: DrawValues | null;
}

/**
 * Describes a drawn shape and saves it. A failed save removes the shape from the map (TOOL-14). The dialog stays open
 * with the typed values and the geometry, so that the user can save again. If the shape itself was refused, the draft
 * keeps the values for the next one.
 */
export function AddObject({ groups, drawing: drawn, idempotencyKey, begun }: AddObjectProps) {
  const reader = useTexts();
  const { t } = reader;
  const map = useMap();
  const { isAnonymous } = useSession();
  const [drawing, setDrawing] = useState(drawn);
  const size = useMemo(() => sizeOfWkt(drawing.wkt), [drawing]);
  const newValues = valuesForNew(groups, isAnonymous);
  const form = useDrawForm(begun === null ? newValues : valuesOfDraft(begun, newValues, groups), 'add', {
    groups,
    size,
  });
  const { values } = form;
  const [isRefused, setRefused] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const files = usePendingFiles();
  const { mutateAsync: addObject, isPending } = useAddObject();
  const [addedId, setAddedId] = useState<number | null>(null);

  const layer = findAddable(groups, values.classId);
  // D-PERM: visitors may attach files to what they add, users wherever they may write.
  const canAttach = isAnonymous || layer?.canEdit === true;

  const content = useMemo<AddDraft>(
    () => ({
      // The next visitor of a shared browser must not read an address.
      values: isAnonymous ? { ...values, userEmail: '' } : values,
      drawing: isRefused ? null : drawing,
    }),
    [values, isAnonymous, drawing, isRefused],
  );
  const draft = useDraft({ form: NEW_OBJECT, content, isChanged: true, isContinued: begun !== null });
  useEffect(() => retireToasts(DRAFT_SUBJECT), []);

  const leave = (id: number) => {
    if (isAnonymous) openThanks(id, layer?.showAfterReview === true);
    else closeDrawDialog();
  };
  const upload = useUploads(leave);
  const isWaiting = upload.isSending || upload.hasFailed;
  const isNarrow = useIsBelow('narrow');
  // A drawn shape is work of its own, even before anything is typed; so are files that have not arrived.
  const isUnsaved = addedId === null ? !(isRefused && draft.isStored) : isWaiting;
  useUnsavedWork(isUnsaved, draft);

  const continueDraft = (offered: AddDraft) => {
    form.setValues(valuesOfDraft(offered.values, values, groups));
    if (offered.drawing === null) return;
    setDrawing(offered.drawing);
    showDrawing(map, offered.drawing);
  };
  const sendFiles = (id: number, pending: readonly PendingFile[]) => {
    setAddedId(id);
    upload.start(id, pending);
  };
  const fail = (cause: unknown) => {
    const hasBadShape = cause instanceof ApiError && cause.code === 'INVALID_GEOMETRY';
    setRefused(hasBadShape);
    if (cause instanceof ApiError)
      markObjectProblems(form, cause.problems, { fields: layer?.layerFields ?? [], reader });
    setFailure(`${errorText(t, cause)} ${t(hasBadShape ? 'DRAFT.NEXT_SHAPE' : 'MAP.DRAW.TEXT_IS_KEPT')}`);
  };
  // Awaited instead of passed to `mutate`: the callbacks of `mutate` do not run once the dialog is closed.
  const save = async () => {
    const { classId } = values;
    if (classId === null || isPending) return;
    const pending = canAttach ? files.takeAll() : [];
    if (pending === null) return;
    setFailure(null);
    try {
      const body = toAddBody(
        { ...values, classId },
        { wkt: drawing.wkt, isAnonymous, fields: layer?.layerFields },
      );
      const { id } = await addObject({ body, idempotencyKey });
      draft.end();
      if (pending.length === 0) leave(id);
      else sendFiles(id, pending);
    } catch (cause) {
      fail(cause);
    }
  };
  const attachments = canAttach && <AttachmentSelector files={files} />;
  if (addedId !== null) return <AddedUploads upload={upload} onLeave={() => leave(addedId)} />;
  return (
    <DrawForm
      form={form}
      groups={groups}
      mode="add"
      size={size}
      isAnonymous={isAnonymous}
      isSaving={isPending}
      failure={failure}
      onSave={() => void save()}
      head={<DraftOffer draft={draft} isTyped={form.isDirty()} onContinue={continueDraft} />}
      belowLayer={<DuplicateHint drawing={drawing} layer={layer} onChosen={() => draft.end()} />}
      beforeLayerFields={isNarrow && attachments}
    >
      {!isNarrow && attachments}
    </DrawForm>
  );
}
