import type { DifferenceKind } from '@pgis/contract';

/** Keys of texts; written out, so that the check of translations finds each. */
export const kindLabels = {
  added: 'IMPORT.COMPARE.ADDED',
  changed: 'IMPORT.COMPARE.CHANGED',
  conflict: 'IMPORT.COMPARE.CONFLICT',
  missing: 'IMPORT.COMPARE.MISSING',
  unchanged: 'IMPORT.COMPARE.UNCHANGED',
  ambiguous: 'IMPORT.COMPARE.AMBIGUOUS',
} as const satisfies Record<DifferenceKind, string>;

/** Signs beside the colours, which never stand alone. */
export const kindMarks: Readonly<Record<DifferenceKind, string>> = {
  added: '+',
  changed: '~',
  conflict: '!',
  missing: '−',
  unchanged: '=',
  ambiguous: '?',
};
