import { COMPANY_TIME_ZONE } from './dateText.ts';

const format = new Intl.DateTimeFormat('lv', {
  ...{ timeZone: COMPANY_TIME_ZONE, hourCycle: 'h23' },
  ...{ day: '2-digit', month: '2-digit', year: 'numeric', hour: '2-digit', minute: '2-digit' },
});

/** `dd.MM.yyyy HH:mm` of a moment where the companies are, the same in all languages. */
export function companyDateTime(moment: Date): string {
  const of = Object.fromEntries(format.formatToParts(moment).map(({ type, value }) => [type, value]));
  return `${of.day}.${of.month}.${of.year} ${of.hour}:${of.minute}`;
}
