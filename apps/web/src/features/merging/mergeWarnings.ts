import { type ComparedCase, referenceOf } from '@pgis/contract';
import { formatLength, measureLengthM } from '@pgis/geo';
import type { Language, TFunction } from '../../i18n/index.ts';

/** Ground metres from which a case is called far away. */
const FAR_M = 200;

type Place = Pick<ComparedCase, 'x' | 'y'>;

export const distanceBetweenM = (a: Place, b: Place): number =>
  measureLengthM({
    type: 'LineString',
    coordinates: [
      [a.x, a.y],
      [b.x, b.y],
    ],
  });

interface WarningTexts {
  readonly t: TFunction;
  readonly language: Language;
}

/** Whole metres, and kilometres from one on. */
export const distanceText = (distanceM: number, { t, language }: WarningTexts): string =>
  distanceM < 1_000
    ? t('MERGING.METRES', { number: Math.round(distanceM) })
    : formatLength(distanceM, language);

/** Reasons why the others may not be duplicates of the case that stays. */
export function mergeWarnings(
  kept: ComparedCase,
  others: readonly ComparedCase[],
  { t, language }: WarningTexts,
): string[] {
  return others.flatMap((one) => {
    const number = referenceOf(one.id);
    const apartM = distanceBetweenM(kept, one);
    return [
      ...(apartM > FAR_M
        ? [t('MERGING.FAR', { number, distance: distanceText(apartM, { t, language }) })]
        : []),
      ...(one.classId === kept.classId ? [] : [t('MERGING.OTHER_LAYER', { number })]),
    ];
  });
}

/** The case whose pictures and comments a merge would show to visitors: the server refuses it. */
export const findHiddenCase = (
  kept: ComparedCase,
  others: readonly ComparedCase[],
): ComparedCase | undefined => (kept.isPublic ? others.find(({ isPublic }) => !isPublic) : undefined);
