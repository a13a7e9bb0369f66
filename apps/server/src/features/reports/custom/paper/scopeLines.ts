import { displayDay } from '@pgis/conditions';
import type { CustomReportResult, ReportContent, ReportLabels, Ruleset } from '@pgis/contract';
import { conditionText } from './conditionText.ts';
import type { WebTexts } from './readWebTexts.ts';

interface Reader {
  readonly texts: WebTexts;
  readonly labels: ReportLabels;
}

const MAX_LAYERS = 5;

function rulesLines(ruleset: Ruleset | null, reader: Reader): string[] {
  const { texts } = reader;
  if (ruleset === null || ruleset.rules.length === 0) return [];
  const word = texts(ruleset.condition === 'or' ? 'CUSTOM_REPORTS.OR' : 'CUSTOM_REPORTS.AND');
  const conditions = ruleset.rules.map((rule) => conditionText(rule, reader));
  return [`${texts('CUSTOM_REPORTS.RULES')}: ${conditions.join(` ${word} `)}`];
}

/** Period, layers, filter and conditions of a report, a line for each. */
export function scopeLines(
  reader: Reader,
  { dateField, period, filter, ruleset }: ReportContent,
  { from, to, layers, layersLeftOut, missingFields, statuses }: CustomReportResult,
): string[] {
  const { texts, labels } = reader;
  const day = (text: string | null) => (text === null ? '…' : displayDay(text));
  const names = layers.slice(0, MAX_LAYERS).map(({ name }) => name);
  const more = layers.length - names.length;
  const statusNames = [
    ...statuses.map(({ name }) => name),
    ...(filter.statusIds?.includes(null) ? [texts('REPORTS.NO_STATUS')] : []),
  ];
  const missing = missingFields.map((field) => labels.of(field)).join(', ');
  return [
    period.kind === 'all'
      ? texts('CUSTOM_REPORTS.PERIODS.all')
      : `${texts(`CUSTOM_REPORTS.DATES.${dateField}`)}: ${day(from)} – ${day(to)}`,
    `${texts('CUSTOM_REPORTS.LAYERS')}: ${names.join(', ')}${more > 0 ? ` ${texts('CUSTOM_REPORTS.MORE_LAYERS', { count: more })}` : ''}`,
    ...(filter.text === undefined
      ? []
      : [`${texts('REPORTS.TEXT')}: ${texts('CONDITIONS.QUOTED', { text: filter.text })}`]),
    ...(statusNames.length === 0 ? [] : [`${texts('REPORTS.COLUMNS.status')}: ${statusNames.join(', ')}`]),
    ...(filter.onlyMine === true ? [texts('REPORTS.ONLY_MINE')] : []),
    ...rulesLines(ruleset, reader),
    ...(layersLeftOut > 0 ? [texts('CUSTOM_REPORTS.LEFT_OUT', { count: layersLeftOut })] : []),
    ...(missing === '' ? [] : [texts('CUSTOM_REPORTS.MISSING_FIELDS', { fields: missing })]),
  ];
}
