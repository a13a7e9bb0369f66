import { addGeom } from '@pgis/contract';
import { useState } from 'react';
import { ApiError, callApi } from '../../api/index.ts';
import { errorText, useTexts } from '../../i18n/index.ts';
import { type Drawing, useMap } from '../../map/index.ts';
import { showToast } from '../../ui/toasts/index.ts';
import { AttachmentSelector, type PendingFile, usePendingFiles, useUploads } from '../files/index.ts';
import { setLayerSwitch } from '../objects/index.ts';
import { useSession } from '../session/index.ts';
import { AddedUploads } from './AddedUploads.tsx';
import { DrawForm } from './DrawForm.tsx';
import { toAddBody } from './DrawValues.ts';
import { DuplicateHint } from './DuplicateHint.tsx';
import { closeDrawDialog, openThanks } from './drawDialog.ts';
import { keptValues } from './keptValues.ts';
import { markProblems } from './markProblems.ts';
import { valuesForNew } from './startValues.ts';
import { useUnsavedForm } from './unsavedForm.ts';
import type { AddableGroup } from './useAddableLayers.ts';
import { useDrawForm } from './useDrawForm.ts';

interface AddObjectProps {
  readonly groups: readonly AddableGroup[];
  readonly drawing: Drawing;
  readonly idempotencyKey: string;
}

/**
 * Describes a drawn shape and saves it. When saving fails the shape leaves the map, as TOOL-14 says; the dialog stays
 * with everything typed and with the geometry, so that Save can be tried again, and what was typed also waits for the
 * next shape, in case this one is the reason.
 */
export function AddObject({ groups, drawing, idempotencyKey }: AddObjectProps) {
  const { t } = useTexts();
  const map = useMap();
  const { isAnonymous } = useSession();
  const form = useDrawForm(valuesForNew(groups, isAnonymous), 'add');
  const [isSaving, setSaving] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const files = usePendingFiles();
  const [addedId, setAddedId] = useState<number | null>(null);

  // What an earlier shape has left is not saved either.
  const hasFiles = files.pending.length > 0 || files.chosen.length > 0;
  useUnsavedForm(form.isDirty() || hasFiles || keptValues.take() !== null);

  const layer = groups
    .flatMap(({ childClassifiers }) => childClassifiers)
    .find(({ id }) => id === form.values.classId);
  // D-PERM: visitors with what they add, and whoever may write in the layer.
  const canAttach = isAnonymous || layer?.canEdit === true;

  const leave = (id: number) => {
    if (isAnonymous) openThanks(id, layer?.showAfterReview === true);
    else closeDrawDialog();
  };
  const upload = useUploads(leave);

  const finish = (id: number, classId: number, pending: readonly PendingFile[]) => {
    keptValues.forget();
    map.discardDraft();
    setLayerSwitch(classId, true);
    map.reload(); // TOOL-15
    map.setTool('SelectObject');
    showToast({ kind: 'success', message: t('MAP.OBJECT_ADDED') });
    if (pending.length === 0) leave(id);
    else {
      setAddedId(id);
      upload.start(id, pending);
    }
  };
  const fail = (cause: unknown) => {
    map.discardDraft();
    keptValues.keep(form.values);
    if (cause instanceof ApiError) markProblems(form, cause.problems, t);
    setFailure(`${errorText(t, cause)} ${t('MAP.DRAW.TEXT_IS_KEPT')}`);
    showToast({ kind: 'error', message: t('MAP.ERROR_OBJECT_ADD') });
  };
  const save = async () => {
    const { classId } = form.values;
    if (classId === null || isSaving) return;
    const pending = canAttach ? files.takeAll() : [];
    if (pending === null) return;
    setSaving(true);
    setFailure(null);
    try {
      const { id } = await callApi(addGeom, {
        headers: { 'idempotency-key': idempotencyKey },
        body: toAddBody({ ...form.values, classId }, { wkt: drawing.wkt, isAnonymous }),
      });
      finish(id, classId, pending);
    } catch (cause) {
      fail(cause);
    } finally {
      setSaving(false);
    }
  };
  if (addedId !== null) return <AddedUploads upload={upload} onLeave={() => leave(addedId)} />;
  return (
    <DrawForm
      form={form}
      groups={groups}
      mode="add"
      isAnonymous={isAnonymous}
      isSaving={isSaving}
      failure={failure}
      onSave={() => void save()}
      belowLayer={<DuplicateHint drawing={drawing} layer={layer} />}
    >
      {canAttach && <AttachmentSelector files={files} />}
    </DrawForm>
  );
}
