import type { Geom } from '@pgis/contract';
import { useState } from 'react';
import { useMap } from '../../map/index.ts';
import { findCurrentObject, useObjectChanges } from '../../objects/changeObjects.ts';
import { useReshapeObject } from '../../objects/useReshapeObject.ts';

/** Saves an edited shape; when another user was faster, both shapes are compared first (D-OBJ-05). */
export function useShapeSaving(base: Geom) {
  const map = useMap();
  const { show } = useObjectChanges();
  const { mutate, isPending } = useReshapeObject();
  const [theirs, setTheirs] = useState<Geom | null>(null);

  const onError = (cause: unknown) => {
    const current = findCurrentObject(cause);
    if (current === undefined) return;
    setTheirs(current);
    map.shapes.showOther(current.wkt === base.wkt ? null : current.wkt);
  };
  const save = (wkt: string | undefined) => {
    // Overwrites the other user's version after the user has compared both.
    if (wkt !== undefined && !isPending) mutate({ before: theirs ?? base, wkt }, { onError });
  };
  /** Discards the edited shape in favour of the other user's, which is already saved. */
  const takeTheirs = () => {
    map.shapes.stop();
    if (theirs !== null) show(theirs);
  };
  return { save, isSaving: isPending, theirs, takeTheirs };
}
