import { useState } from 'react';
import { ApiError } from '../../../api/index.ts';
import { errorText, useTexts } from '../../../i18n/index.ts';
import type { Drawing } from '../../../map/index.ts';
import { useAddObject } from '../../../objects/useAddObject.ts';
import { useUnsavedWork } from '../../../ui/unsaved-work/index.ts';
import { AttachmentSelector, type PendingFile, usePendingFiles, useUploads } from '../../files/index.ts';
import { useSession } from '../../session/index.ts';
import { closeDrawDialog, openThanks } from '../dialog/drawDialogState.ts';
import { DrawForm } from '../form/DrawForm.tsx';
import { toAddBody } from '../form/DrawValues.ts';
import { markObjectProblems } from '../form/markObjectProblems.ts';
import { valuesForNew } from '../form/startValues.ts';
import type { AddableGroup } from '../form/useAddableLayers.ts';
import { useDrawForm } from '../form/useDrawForm.ts';
import { AddedUploads } from './AddedUploads.tsx';
import { DuplicateHint } from './DuplicateHint.tsx';
import { draftValues } from './draftValues.ts';

interface AddObjectProps {
  readonly groups: readonly AddableGroup[];
  readonly drawing: Drawing;
  readonly idempotencyKey: string;
}

/**
 * Describes a drawn shape and saves it. A failed save removes the shape from the map (TOOL-14). The dialog stays open
 * with the typed values and the geometry, so that the user can save again; the values are also stored for the next
 * shape, in case the shape itself was refused.
 */
export function AddObject({ groups, drawing, idempotencyKey }: AddObjectProps) {
  const { t } = useTexts();
  const { isAnonymous } = useSession();
  const form = useDrawForm(valuesForNew(groups, isAnonymous), 'add');
  const [failure, setFailure] = useState<string | null>(null);
  const files = usePendingFiles();
  const { mutateAsync: addObject, isPending } = useAddObject();
  const [addedId, setAddedId] = useState<number | null>(null);

  const layer = groups
    .flatMap(({ childClassifiers }) => childClassifiers)
    .find(({ id }) => id === form.values.classId);
  // D-PERM: visitors may attach files to what they add, users wherever they may write.
  const canAttach = isAnonymous || layer?.canEdit === true;

  const leave = (id: number) => {
    if (isAnonymous) openThanks(id, layer?.showAfterReview === true);
    else closeDrawDialog();
  };
  const upload = useUploads(leave);
  // A drawn shape is work of its own, even before anything is typed; so are files that have not arrived.
  useUnsavedWork(addedId === null || upload.isSending || upload.hasFailed);

  const sendFiles = (id: number, pending: readonly PendingFile[]) => {
    setAddedId(id);
    upload.start(id, pending);
  };
  const storeTyped = (cause: unknown) => {
    draftValues.store(form.values);
    if (cause instanceof ApiError) markObjectProblems(form, cause.problems, t);
    setFailure(`${errorText(t, cause)} ${t('MAP.DRAW.TEXT_IS_KEPT')}`);
  };
  // Awaited instead of passed to `mutate`: the callbacks of `mutate` do not run once the dialog is closed.
  const save = async () => {
    const { classId } = form.values;
    if (classId === null || isPending) return;
    const pending = canAttach ? files.takeAll() : [];
    if (pending === null) return;
    setFailure(null);
    try {
      const body = toAddBody({ ...form.values, classId }, { wkt: drawing.wkt, isAnonymous });
      const { id } = await addObject({ body, idempotencyKey });
      draftValues.clear();
      if (pending.length === 0) leave(id);
      else sendFiles(id, pending);
    } catch (cause) {
      storeTyped(cause);
    }
  };
  if (addedId !== null) return <AddedUploads upload={upload} onLeave={() => leave(addedId)} />;
  return (
    <DrawForm
      form={form}
      groups={groups}
      mode="add"
      isAnonymous={isAnonymous}
      isSaving={isPending}
      failure={failure}
      onSave={() => void save()}
      belowLayer={<DuplicateHint drawing={drawing} layer={layer} />}
    >
      {canAttach && <AttachmentSelector files={files} />}
    </DrawForm>
  );
}
