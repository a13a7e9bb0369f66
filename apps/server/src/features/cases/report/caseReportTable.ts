import {
  type CaseFigures,
  type CaseReport,
  type CaseReportRow,
  caseAgeStarts,
  caseAgeText,
  type Language,
} from '@pgis/contract';

export type TableCell = string | number | null;

const en = {
  title: 'Casework',
  part: 'Part',
  name: 'Name',
  open: 'Open',
  overdue: 'Overdue',
  age: 'Open {range} d',
  received: 'Received',
  answered: 'Answered',
  answerMedian: 'Days to first answer, median',
  answerP90: 'Days to first answer, 90 %',
  closed: 'Closed',
  closeMedian: 'Days to close, median',
  closeP90: 'Days to close, 90 %',
  reopened: 'Reopened',
  all: 'All',
  before: 'Period before',
  unit: 'Unit',
  layer: 'Layer',
  person: 'Assignee',
  week: 'Week',
  spot: 'Hot spot',
  nobody: '(nobody)',
  noUnit: '(no unit)',
};
export type CaseReportWords = Readonly<Record<keyof typeof en, string>>;

export const caseReportWords: Readonly<Record<Language, CaseReportWords>> = {
  en,
  lv: {
    title: 'Darbs ar pieteikumiem',
    part: 'Daļa',
    name: 'Nosaukums',
    open: 'Atvērti',
    overdue: 'Nokavēti',
    age: 'Atvērti {range} d',
    received: 'Saņemti',
    answered: 'Atbildēti',
    answerMedian: 'Dienas līdz pirmajai atbildei, mediāna',
    answerP90: 'Dienas līdz pirmajai atbildei, 90 %',
    closed: 'Slēgti',
    closeMedian: 'Dienas līdz slēgšanai, mediāna',
    closeP90: 'Dienas līdz slēgšanai, 90 %',
    reopened: 'Atvērti atkārtoti',
    all: 'Kopā',
    before: 'Iepriekšējais periods',
    unit: 'Struktūrvienība',
    layer: 'Slānis',
    person: 'Atbildīgais',
    week: 'Nedēļa',
    spot: 'Pieteikumu vieta',
    nobody: '(neviens)',
    noUnit: '(bez struktūrvienības)',
  },
  ru: {
    title: 'Работа с обращениями',
    part: 'Часть',
    name: 'Название',
    open: 'Открыто',
    overdue: 'Просрочено',
    age: 'Открыто {range} д',
    received: 'Получено',
    answered: 'Отвечено',
    answerMedian: 'Дней до первого ответа, медиана',
    answerP90: 'Дней до первого ответа, 90 %',
    closed: 'Закрыто',
    closeMedian: 'Дней до закрытия, медиана',
    closeP90: 'Дней до закрытия, 90 %',
    reopened: 'Открыто снова',
    all: 'Всего',
    before: 'Предыдущий период',
    unit: 'Подразделение',
    layer: 'Слой',
    person: 'Ответственный',
    week: 'Неделя',
    spot: 'Место обращений',
    nobody: '(никто)',
    noUnit: '(без подразделения)',
  },
};

const ranges = caseAgeStarts.map((_, age) => caseAgeText(age));

export const numbersOf = (figures: CaseFigures, ages: readonly TableCell[]): TableCell[] => [
  figures.open,
  figures.overdue,
  ...ages,
  figures.received,
  figures.answered,
  figures.daysToAnswer.median,
  figures.daysToAnswer.p90,
  figures.closed,
  figures.daysToClose.median,
  figures.daysToClose.p90,
  figures.reopened,
];

/** Titles of `numbersOf`. */
export const figureTitles = (words: CaseReportWords): string[] => [
  words.open,
  words.overdue,
  ...ranges.map((range) => words.age.replace('{range}', range)),
  ...[words.received, words.answered, words.answerMedian, words.answerP90],
  ...[words.closed, words.closeMedian, words.closeP90, words.reopened],
];

/** The report as one table: a line for each of its figures’ owners, which the first column names. */
export function toCaseReportTable(report: CaseReport, words: CaseReportWords): TableCell[][] {
  const noAges = ranges.map(() => null);
  const rowsOf = (part: string, rows: readonly CaseReportRow[], nameless: string) =>
    rows.map(({ id, name, figures, ages }) => [
      part,
      id === null ? nameless : name,
      ...numbersOf(figures, ages),
    ]);
  return [
    [words.part, words.name, ...figureTitles(words)],
    [
      words.all,
      `${report.from} – ${report.to}`,
      ...numbersOf(
        report.totals,
        report.ages.map((age) => age.open),
      ),
    ],
    [words.before, '', ...numbersOf(report.before, noAges)],
    ...rowsOf(words.unit, report.units, words.noUnit),
    ...rowsOf(words.layer, report.layers, ''),
    ...rowsOf(words.person, report.people ?? [], words.nobody),
    ...report.weeks.map((week) => [
      ...[words.week, `${week.from} – ${week.to}`, null, null, ...noAges],
      ...[week.received, null, null, null, week.closed, null, null, null],
    ]),
    ...report.cells.map((cell) => [
      words.spot,
      cell.name,
      cell.open,
      cell.overdue,
      ...noAges,
      ...Array(8).fill(null),
    ]),
  ];
}
