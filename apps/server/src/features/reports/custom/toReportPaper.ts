import {
  type ChartModel,
  type CustomReportResult,
  type Language,
  type ReportContent,
  reportMetrics,
  toReportChart,
} from '@pgis/contract';
import { csvHeader } from '../../../objects/csvHeader.ts';
import type { PaperJob } from '../../../rendering/paper/PaperJob.ts';
import { paperDay, paperMoment, paperMonth, paperNumber } from '../../../rendering/paper/paperTexts.ts';
import { metricTitle, toReportRows } from './toCsvFile.ts';

interface Words {
  readonly anyTime: string;
  readonly closed: string;
  readonly layers: string;
  readonly text: string;
  readonly noStatus: string;
  readonly onlyMine: string;
  readonly conditions: string;
  readonly leftOut: string;
  readonly missingFields: string;
  readonly objects: string;
  readonly others: string;
  readonly groupsLeftOut: string;
  readonly withoutStatus: string;
}

const words: Readonly<Record<Language, Words>> = {
  en: {
    anyTime: 'Any time',
    closed: 'Closed',
    layers: 'Layers',
    text: 'Text',
    noStatus: 'No status',
    onlyMine: 'Only mine',
    conditions: 'Only objects that meet the conditions of the report',
    leftOut: 'Layers of this report without access, not counted',
    missingFields: 'No longer a field of these layers',
    objects: 'Objects',
    others: 'Others',
    groupsLeftOut: 'Groups in the table only',
    withoutStatus: 'Objects without a status, in the table only',
  },
  lv: {
    anyTime: 'Viss laiks',
    closed: 'Slēgts',
    layers: 'Slāņi',
    text: 'Teksts',
    noStatus: 'Bez statusa',
    onlyMine: 'Tikai manis pievienotie',
    conditions: 'Tikai objekti, kas atbilst pārskata nosacījumiem',
    leftOut: 'Šī pārskata slāņi bez piekļuves, nav ieskaitīti',
    missingFields: 'Šiem slāņiem vairs nav lauka',
    objects: 'Objekti',
    others: 'Pārējie',
    groupsLeftOut: 'Grupas tikai tabulā',
    withoutStatus: 'Objekti bez statusa, tikai tabulā',
  },
  ru: {
    anyTime: 'За всё время',
    closed: 'Закрыто',
    layers: 'Слои',
    text: 'Текст',
    noStatus: 'Без статуса',
    onlyMine: 'Только мои',
    conditions: 'Только объекты, отвечающие условиям отчёта',
    leftOut: 'Недоступные слои этого отчёта, не учтены',
    missingFields: 'У этих слоёв больше нет поля',
    objects: 'Объекты',
    others: 'Остальные',
    groupsLeftOut: 'Группы только в таблице',
    withoutStatus: 'Объекты без статуса, только в таблице',
  },
};

const MAX_LAYERS = 5;

export interface PaperSource {
  readonly name: string;
  readonly description: string;
  readonly content: ReportContent;
  readonly result: CustomReportResult;
  readonly language: Language;
  /** Moment at which the report was run. */
  readonly at: Date;
}

/** Period, layers and filter. */
function scopeLines({ content, result, language }: PaperSource): string[] {
  const { dateField, period, filter, ruleset } = content;
  const { from, to, layers, layersLeftOut, missingFields, statuses } = result;
  const own = words[language];
  const header = csvHeader(language);
  const day = (text: string | null) => (text === null ? '…' : paperDay(text));
  const dateWord = dateField === 'closed' ? own.closed : header[dateField];
  const names = layers.slice(0, MAX_LAYERS).map(({ name }) => name);
  const more = layers.length - names.length;
  const statusNames = [
    ...statuses.map(({ name }) => name),
    ...(filter.statusIds?.includes(null) ? [own.noStatus] : []),
  ];
  return [
    period.kind === 'all' ? own.anyTime : `${dateWord}: ${day(from)} – ${day(to)}`,
    `${own.layers}: ${names.join(', ')}${more > 0 ? ` + ${more}` : ''}`,
    ...(filter.text === undefined ? [] : [`${own.text}: ${filter.text}`]),
    ...(statusNames.length === 0 ? [] : [`${header.status}: ${statusNames.join(', ')}`]),
    ...(filter.onlyMine === true ? [own.onlyMine] : []),
    ...(ruleset === null || ruleset.rules.length === 0 ? [] : [own.conditions]),
    ...(layersLeftOut > 0 ? [`${own.leftOut}: ${layersLeftOut}`] : []),
    ...(missingFields.length > 0 ? [`${own.missingFields}: ${missingFields.join(', ')}`] : []),
  ];
}

/** Columns with numbers, which stand below each other. */
const numeric: readonly string[] = [...reportMetrics, 'files'];
const momentColumns: readonly string[] = ['added', 'changed'];
const tenths: readonly string[] = ['daysToClose', 'length'];

interface CellPosition {
  readonly column: string;
  readonly groupBy: string | null;
  readonly language: Language;
}

function cellText(
  cell: string | number | boolean | null | undefined,
  { column, groupBy, language }: CellPosition,
): string {
  if (typeof cell === 'number' && column !== 'id')
    return paperNumber(cell, language, tenths.includes(column) ? 1 : 0);
  const text = String(cell ?? '');
  if (column === 'group' && groupBy === 'month') return paperMonth(text, language);
  return momentColumns.includes(column) && text !== '' ? paperMoment(text) : text;
}

/** Says what the table shows and the chart does not. */
function chartNote({ leftOut, withoutStatus }: ChartModel, language: Language): string {
  const own = words[language];
  if (leftOut > 0) return `${own.groupsLeftOut}: ${leftOut}`;
  return withoutStatus === 0 ? '' : `${own.withoutStatus}: ${paperNumber(withoutStatus, language)}`;
}

/** D-REP-03: a custom report on paper, laid out as the browser does. */
export function toReportPaper(source: PaperSource): PaperJob {
  const { name, description, content, result, language, at } = source;
  const [headers = [], ...rows] = toReportRows(content, result, language);
  const { columns, totals } = result;
  const { groupBy } = content;
  const texts = rows.map((cells) =>
    cells.map((cell, index) => cellText(cell, { column: columns[index] ?? '', groupBy, language })),
  );
  const names = new Map(result.rows.map(({ cells }, index) => [cells[0] ?? null, texts[index]?.[0] ?? '']));
  const chart = toReportChart(content, result, {
    group: (cell) => names.get(cell) ?? '',
    metric: (metric) => metricTitle(metric, language),
    others: words[language].others,
  });
  const count = `${words[language].objects}: ${paperNumber(totals.count, language)}`;
  const paper = {
    language,
    title: name,
    lines: [
      ...(description === '' ? [] : [description]),
      ...scopeLines(source),
      `${count} · ${paperMoment(at.toISOString())}`,
    ],
    chart: null,
    tables: [
      {
        title: '',
        headers: headers.map(String),
        rows: texts,
        numeric: columns.map((column) => numeric.includes(column)),
      },
    ],
    note: chart === undefined ? '' : chartNote(chart, language),
  };
  return { paper, chart };
}
