import type { Geom } from '@pgis/contract';
import { type DrawValues, parseData, toTexts } from './DrawValues.ts';
import type { AddableGroup } from './useAddableLayers.ts';

const groupOf = (groups: readonly AddableGroup[], classId: number | null) =>
  groups.find(({ childClassifiers }) => childClassifiers.some(({ id }) => id === classId));

/** Values of a new object: it starts with the first group and its first layer (DRAW-17). */
export const valuesForNew = (groups: readonly AddableGroup[], isAnonymous: boolean): DrawValues => ({
  objectId: groups[0]?.id ?? null,
  classId: groups[0]?.childClassifiers[0]?.id ?? null,
  name: '',
  description: '',
  userEmail: '',
  isPublic: isAnonymous,
  data: {},
});

/** Values of a draft; the layer stays the selected one if the user may no longer add to that of the draft. */
export function valuesOfDraft(
  begun: DrawValues,
  selected: DrawValues,
  groups: readonly AddableGroup[],
): DrawValues {
  const { objectId, classId } = groupOf(groups, begun.classId) === undefined ? selected : begun;
  return { ...begun, objectId, classId };
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
