import type { Geom } from '@pgis/contract';
import { draftValues } from '../add/draftValues.ts';
import { type DrawValues, parseData, toTexts } from './DrawValues.ts';
import type { AddableGroup } from './useAddableLayers.ts';

const groupOf = (groups: readonly AddableGroup[], classId: number | null) =>
  groups.find(({ childClassifiers }) => childClassifiers.some(({ id }) => id === classId));

/**
 * Values of a new object: the stored ones of an unsaved object if there are any, else the first group and its first
 * layer (DRAW-17).
 */
export function valuesForNew(groups: readonly AddableGroup[], isAnonymous: boolean): DrawValues {
  const stored = draftValues.read();
  const storedGroup = groupOf(groups, stored?.classId ?? null);
  const group = storedGroup ?? groups[0];
  return {
    name: '',
    description: '',
    userEmail: '',
    isPublic: isAnonymous,
    data: {},
    ...stored,
    objectId: group?.id ?? null,
    classId: storedGroup ? (stored?.classId ?? null) : (group?.childClassifiers[0]?.id ?? null),
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
