import type { ChartModel } from '@pgis/contract';
import { formatNumber } from '../../../../i18n/index.ts';
import type { Speaker } from '../reportTexts.ts';

/** Says what the table shows and the chart does not; '' if nothing is missing. */
export function chartNote({ t, language }: Speaker, { leftOut, withoutStatus }: ChartModel): string {
  if (leftOut > 0) return t('CUSTOM_REPORTS.CHART_LEFT_OUT', { count: leftOut });
  if (withoutStatus === 0) return '';
  return t('CUSTOM_REPORTS.CHART_WITHOUT_STATUS', { number: formatNumber(withoutStatus, language) });
}
