import type { Geom } from '@pgis/contract';
import { type DrawValues, parseData, toTexts } from './DrawValues.ts';
import { keptValues } from './keptValues.ts';
import type { AddableGroup } from './useAddableLayers.ts';

const groupOf = (groups: readonly AddableGroup[], classId: number | null) =>
  groups.find(({ childClassifiers }) => childClassifiers.some(({ id }) => id === classId));

/** A new object: the first group and its first layer (DRAW-17), and what was typed before, if it was not saved. */
export function valuesForNew(groups: readonly AddableGroup[], isAnonymous: boolean): DrawValues {
  const kept = keptValues.take();
  const keptGroup = groupOf(groups, kept?.classId ?? null);
  const group = keptGroup ?? groups[0];
  return {
    name: '',
    description: '',
    userEmail: '',
    isPublic: isAnonymous,
    data: {},
    ...kept,
    objectId: group?.id ?? null,
    classId: keptGroup ? (kept?.classId ?? null) : (group?.childClassifiers[0]?.id ?? null),
  };
}

export const valuesOf = (geom: Geom, groups: readonly AddableGroup[]): DrawValues => ({
  objectId: groupOf(groups, geom.classId)?.id ?? null,
  classId: geom.classId,
  name: geom.name,
  description: geom.description,
  userEmail: geom.userEmail ?? '',
  isPublic: geom.isPublic,
  data: toTexts(parseData(geom.data)),
});
