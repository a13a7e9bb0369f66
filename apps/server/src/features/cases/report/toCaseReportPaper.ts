import type { PaperTable, ReportPaper } from '@pgis/cartography/paper';
import { displayDay } from '@pgis/conditions';
import type { CaseReport, CaseReportRow, Language } from '@pgis/contract';
import { paperMoment, paperNumber } from '../../../rendering/paper/paperTexts.ts';
import { type CaseReportWords, figureTitles, numbersOf, type TableCell } from './caseReportTable.ts';

interface PaperContext {
  readonly words: CaseReportWords;
  readonly language: Language;
  /** Moment of the figures. */
  readonly at: Date;
}

/** The casework report on paper: a table for each part of the page. */
export function toCaseReportPaper(report: CaseReport, context: PaperContext): ReportPaper {
  const { words, language, at } = context;
  const period = `${displayDay(report.from)} – ${displayDay(report.to)}`;
  const toTable = (headers: readonly string[], rows: readonly (readonly TableCell[])[]): PaperTable => ({
    title: '',
    headers,
    rows: rows.map((row) =>
      row.map((cell) => (typeof cell === 'number' ? paperNumber(cell, language, 1) : (cell ?? ''))),
    ),
    numeric: headers.map((_, column) => column > 0),
  });
  const titles = figureTitles(words);
  const ofOwners = (title: string, rows: readonly CaseReportRow[], nameless: string): PaperTable[] =>
    rows.length === 0
      ? []
      : [
          toTable(
            [title, ...titles],
            rows.map(({ id, name, figures, ages }) => [
              id === null ? nameless : name,
              ...numbersOf(figures, ages),
            ]),
          ),
        ];
  const ages = report.ages.map(({ open }) => open);
  const before = numbersOf(
    report.before,
    ages.map(() => null),
  );
  return {
    language,
    title: words.title,
    lines: [period, paperMoment(at.toISOString())],
    chart: null,
    tables: [
      toTable(
        ['', ...titles],
        [
          [words.all, ...numbersOf(report.totals, ages)],
          [words.before, ...before],
        ],
      ),
      ...ofOwners(words.unit, report.units, words.noUnit),
      ...ofOwners(words.layer, report.layers, ''),
      ...ofOwners(words.person, report.people ?? [], words.nobody),
      toTable(
        [words.week, words.received, words.closed],
        report.weeks.map((week) => [
          `${displayDay(week.from)} – ${displayDay(week.to)}`,
          week.received,
          week.closed,
        ]),
      ),
      ...(report.cells.length === 0
        ? []
        : [
            toTable(
              [words.spot, words.open, words.overdue],
              report.cells.map(({ name, open, overdue }) => [name, open, overdue]),
            ),
          ]),
    ],
    note: '',
  };
}
