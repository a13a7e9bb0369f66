import type { TFunction } from '../../../../i18n/index.ts';
import type { NumberProblem } from '../draft/styleProblems.ts';

/** Text of a number that cannot be saved. */
export const numberProblemText = (t: TFunction, problem: NumberProblem): string =>
  problem.kind === 'negative'
    ? t('CLASSIFIERS.ERROR_NEGATIVE_NUMBER')
    : t('COMMON.NUMBER_RANGE', { min: problem.min, max: problem.max });
