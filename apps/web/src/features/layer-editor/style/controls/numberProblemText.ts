import type { TFunction } from '../../../../i18n/index.ts';
import type { NumberProblem } from '../draft/styleProblems.ts';

/** Text of a number that cannot be saved. */
export function numberProblemText(t: TFunction, problem: NumberProblem): string {
  switch (problem.kind) {
    case 'negative':
      return t('CLASSIFIERS.ERROR_NEGATIVE_NUMBER');
    case 'below':
      return t('STYLE.NUMBER_BELOW', { min: problem.min });
    case 'range':
      return t('COMMON.NUMBER_RANGE', { min: problem.min, max: problem.max });
  }
}
