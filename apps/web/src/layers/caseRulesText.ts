import type { CaseRules } from '@pgis/contract';
import type { TFunction } from '../i18n/index.ts';

/** The rules of a case layer in words, such as "5 working days". */
export function caseRulesText({ dueDays, days }: CaseRules, t: TFunction): string {
  if (dueDays === null) return t('CLASSIFIERS.CASES_NO_DUE');
  const key = days === 'working' ? 'CLASSIFIERS.CASES_WORKING' : 'CLASSIFIERS.CASES_CALENDAR';
  return t(key, { count: dueDays });
}
