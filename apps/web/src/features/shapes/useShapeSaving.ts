import type { Geom } from '@pgis/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError } from '../../api/index.ts';
import { errorText, useTexts } from '../../i18n/index.ts';
import { useMap } from '../../map/index.ts';
import { showToast } from '../../ui/toasts/index.ts';
import { saveShape } from './saveShape.ts';

/** Saving an edited shape, and what comes after: Undo, or two versions when somebody else was faster. */
export function useShapeSaving(base: Geom) {
  const { t } = useTexts();
  const map = useMap();
  const queryClient = useQueryClient();
  const [isSaving, setSaving] = useState(false);
  const [theirs, setTheirs] = useState<Geom | null>(null);

  const remember = (saved: Geom) => {
    queryClient.setQueriesData({ queryKey: ['geom', saved.id] }, saved);
    map.reload();
  };
  const fail = (cause: unknown) => showToast({ kind: 'error', message: errorText(t, cause) });

  const undo = async (saved: Geom, former: string) => {
    try {
      remember(await saveShape(saved, former));
      showToast({ kind: 'success', message: t('MAP.SHAPE.RESTORED') });
    } catch (cause) {
      fail(cause);
    }
  };
  const finish = (saved: Geom, former: string) => {
    map.shapes.stop();
    remember(saved);
    showToast({
      kind: 'success',
      message: t('MAP.SHAPE.SAVED'),
      action: { label: t('COMMON.UNDO'), onAct: () => void undo(saved, former) },
    });
  };
  const save = async (wkt: string | undefined) => {
    if (wkt === undefined || isSaving) return;
    // Over their version, once both have been looked at.
    const read = theirs ?? base;
    setSaving(true);
    try {
      finish(await saveShape(read, wkt), read.wkt);
    } catch (cause) {
      if (cause instanceof ApiError && cause.code === 'OBJECT_CHANGED' && cause.current !== undefined) {
        const current = cause.current as Geom;
        setTheirs(current);
        map.shapes.showOther(current.wkt === base.wkt ? null : current.wkt);
      } else fail(cause);
    } finally {
      setSaving(false);
    }
  };
  /** Their shape is what is saved already. */
  const takeTheirs = () => {
    map.shapes.stop();
    if (theirs !== null) remember(theirs);
  };
  return { save, isSaving, theirs, takeTheirs };
}
