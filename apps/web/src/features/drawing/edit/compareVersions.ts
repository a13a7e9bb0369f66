import type { Geom } from '@pgis/contract';
import { type DrawValues, parseData, toTexts } from '../form/DrawValues.ts';

/** A value that differs between the form and the server. */
export interface Difference {
  /** `name`, `description`, `isPublic`, `classId`, or `data.FIELD`. */
  readonly key: string;
  readonly mine: string;
  readonly theirs: string;
}

type Choice = 'mine' | 'theirs';
export type Choices = Readonly<Record<string, Choice>>;

interface Both {
  readonly mine: DrawValues;
  readonly theirs: Geom;
  readonly layerName: (classId: number | null) => string;
  readonly yesNo: (value: boolean) => string;
}

const textsOf = (geom: Geom) => {
  const { classId, name, description, isPublic } = geom;
  const data = Object.entries(toTexts(parseData(geom.data))).map(([key, value]) => [`data.${key}`, value]);
  return { classId, name, description, isPublic, ...Object.fromEntries(data) } as Record<string, unknown>;
};

/**
 * Values that the user did not touch follow the other version; changed ones stay. `before` is the version the
 * user started from.
 */
export function chooseAtFirst(
  differences: readonly Difference[],
  { before, mine }: { readonly before: Geom; readonly mine: DrawValues },
): Choices {
  const old = textsOf(before);
  const mineOf = (key: string): unknown =>
    key.startsWith('data.')
      ? (mine.data[key.slice('data.'.length)] ?? '')
      : mine[key as 'classId' | 'name' | 'description' | 'isPublic'];
  return Object.fromEntries(
    differences.map(({ key }) => [key, mineOf(key) === (old[key] ?? '') ? 'theirs' : 'mine']),
  );
}

/** Lists the differences between the form and the object as another user saved it (D-OBJ-05). */
export function compareVersions({ mine, theirs, layerName, yesNo }: Both): readonly Difference[] {
  const theirData = toTexts(parseData(theirs.data));
  const keys = new Set([...Object.keys(theirData), ...Object.keys(mine.data)]);
  const all: readonly Difference[] = [
    { key: 'classId', mine: layerName(mine.classId), theirs: layerName(theirs.classId) },
    { key: 'name', mine: mine.name.trim(), theirs: theirs.name },
    { key: 'description', mine: mine.description.trim(), theirs: theirs.description },
    { key: 'isPublic', mine: yesNo(mine.isPublic), theirs: yesNo(theirs.isPublic) },
    ...[...keys].map((key) => ({
      key: `data.${key}`,
      mine: (mine.data[key] ?? '').trim(),
      theirs: theirData[key] ?? '',
    })),
  ];
  return all.filter((difference) => difference.mine !== difference.theirs);
}

/** Returns the form with the selected values of the other version; all others stay the user's. */
export function mergeVersions(mine: DrawValues, theirs: Geom, choices: Choices): DrawValues {
  const takes = (key: string) => choices[key] === 'theirs';
  const theirData = toTexts(parseData(theirs.data));
  const keys = new Set([...Object.keys(theirData), ...Object.keys(mine.data)]);
  const data = [...keys].map((key) => [
    key,
    takes(`data.${key}`) ? (theirData[key] ?? '') : (mine.data[key] ?? ''),
  ]);
  return {
    ...mine,
    ...(takes('classId') && { classId: theirs.classId, objectId: null }),
    ...(takes('name') && { name: theirs.name }),
    ...(takes('description') && { description: theirs.description }),
    ...(takes('isPublic') && { isPublic: theirs.isPublic }),
    data: Object.fromEntries(data),
  };
}
