import { type Static, Type } from 'typebox';
import { defineCall } from '../call.ts';
import { LayerId, UnitId, UserId } from '../ids.ts';
import { limits } from '../limits.ts';
import { Day } from '../objects/cases.ts';
import { closed, nullable } from '../primitives.ts';

/** Casework in figures. Each is the number of cases in a list of the inbox, which `caseFigures.ts` names. */

/** First days of the classes of age; the last class has no end. */
export const caseAgeStarts = [0, 3, 8, 15, 31, 61] as const;

/** Days of the classes of age from `first` to `last`, both inclusive, such as `3–7` or `61+`. */
export function caseAgeText(first: number, last = first): string {
  const [start, next] = [caseAgeStarts[first] ?? 0, caseAgeStarts[last + 1]];
  return next === undefined ? `${start}+` : `${start}–${next - 1}`;
}

/** Days that half of the cases took, and nine of ten; null with fewer than `limits.caseReport.medianOf` cases. */
const Duration = Type.Object({ median: nullable(Type.Number()), p90: nullable(Type.Number()) });

const Figures = Type.Object({
  open: Type.Integer(),
  overdue: Type.Integer(),
  received: Type.Integer(),
  answered: Type.Integer(),
  closed: Type.Integer(),
  reopened: Type.Integer(),
  /** Share of reopened cases among those that were closed or reopened in the period; null with too few. */
  reopenedShare: nullable(Type.Number()),
  daysToAnswer: Duration,
  daysToClose: Duration,
});
export type CaseFigures = Static<typeof Figures>;

const rowOf = <T extends typeof UnitId | typeof LayerId | typeof UserId>(id: T) =>
  Type.Object({
    /** Null: work without a unit, or of nobody. */
    id: nullable(id),
    name: Type.String(),
    figures: Figures,
    /** Open cases by class of age. */
    ages: Type.Array(Type.Integer()),
  });
const UnitRow = rowOf(UnitId);
/** A row by unit, layer or person. */
export type CaseReportRow<Id extends number = number> = Omit<Static<typeof UnitRow>, 'id'> & {
  readonly id: Id | null;
};

const Cell = Type.Object({
  column: Type.Integer(),
  row: Type.Integer(),
  /** Centre in EPSG:3857 metres. */
  x: Type.Number(),
  y: Type.Number(),
  /** The most frequent address in it. */
  name: Type.String(),
  open: Type.Integer(),
  overdue: Type.Integer(),
});
export type CaseCell = Static<typeof Cell>;

const CaseReport = Type.Object({
  /** First and last day of the period. */
  from: Day,
  to: Day,
  totals: Figures,
  /** The period of the same length before; `open` and `overdue` are those of the moment when the period began. */
  before: Figures,
  ages: Type.Array(Type.Object({ open: Type.Integer(), overdue: Type.Integer() })),
  weeks: Type.Array(Type.Object({ from: Day, to: Day, received: Type.Integer(), closed: Type.Integer() })),
  units: Type.Array(UnitRow),
  layers: Type.Array(rowOf(LayerId)),
  /** Null for those who do not manage the users of each unit whose layers are counted. */
  people: nullable(Type.Array(rowOf(UserId))),
  /** Open cases on the map, most first. */
  cells: Type.Array(Cell),
  /** Width of a hexagon in metres of EPSG:3857. */
  cellWidthM: Type.Integer(),
});
export type CaseReport = Static<typeof CaseReport>;

const read = {
  tag: 'cases',
  policy: { audience: 'signedIn', right: 'seeInternalComments' },
  method: 'GET',
  query: closed({
    _class: Type.Optional(LayerId),
    _unit: Type.Optional(UnitId),
    /** Length of the period, which ends today. */
    _weeks: Type.Optional(Type.Integer({ minimum: 1, maximum: limits.caseReport.weeks })),
  }),
} as const;

export const getCaseReport = defineCall({
  ...read,
  name: 'getCaseReport',
  path: '/api/v1/reports/casework',
  summary:
    'Casework of one’s units in figures: open, overdue, days to answer and to close, ages, weeks, hot spots',
  reply: { status: 200, schema: CaseReport },
  errors: ['REPORTS_RUNNING'],
});

export const exportCaseReport = defineCall({
  ...read,
  name: 'exportCaseReport',
  path: '/api/v1/reports/casework/csv',
  summary: 'Casework in figures as a CSV file',
  reply: { status: 200, as: 'binary' },
  errors: ['REPORTS_RUNNING'],
});
