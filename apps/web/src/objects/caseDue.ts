import type { Case } from '@pgis/contract';
import { formatDate, type TFunction } from '../i18n/index.ts';

const DAY_MS = 86_400_000;

/** The due date of a case in words, such as "Due tomorrow" or "2 days overdue". `today` is a day as `2026-11-24`. */
export function dueText(
  { dueOn, pausedOn, closedAt, isOverdue }: Pick<Case, 'dueOn' | 'pausedOn' | 'closedAt' | 'isOverdue'>,
  { t, today }: { readonly t: TFunction; readonly today: string },
): string {
  if (closedAt !== null) return t('CASES.CLOSED_ON', { date: formatDate(closedAt) });
  if (pausedOn !== null) return t('CASES.PAUSED_SINCE', { date: formatDate(pausedOn) });
  if (dueOn === null) return t('CASES.NO_DUE');
  const days = Math.round((Date.parse(dueOn) - Date.parse(today)) / DAY_MS);
  if (isOverdue) return t('CASES.OVERDUE', { count: Math.max(1, -days) });
  if (days === 0) return t('CASES.DUE_TODAY');
  return days === 1 ? t('CASES.DUE_TOMORROW') : t('CASES.DUE_ON', { date: formatDate(dueOn) });
}

/** Today where the user is, as `2026-11-24`. */
export function localToday(now: Date = new Date()): string {
  const two = (value: number) => String(value).padStart(2, '0');
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
}
