import type { TFunction } from '../../i18n/index.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** Returns an age in its largest unit, such as `3 h`. */
export function ageText(moment: string, t: TFunction, now: number = Date.now()): string {
  const ms = Math.max(0, now - Date.parse(moment));
  if (ms >= DAY_MS) return t('INBOX.AGE.DAYS', { count: Math.floor(ms / DAY_MS) });
  if (ms >= HOUR_MS) return t('INBOX.AGE.HOURS', { count: Math.floor(ms / HOUR_MS) });
  return t('INBOX.AGE.MINUTES', { count: Math.max(1, Math.floor(ms / MINUTE_MS)) });
}
