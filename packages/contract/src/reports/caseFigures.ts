import type { QueryOf } from '../call.ts';
import type { listCases } from '../objects/cases.ts';
import { type CaseCell, type CaseReport, caseAgeStarts, type getCaseReport } from './caseReport.ts';

/** Filters of the inbox that list what a figure of the casework report counts. */
export type CaseListFilter = Omit<QueryOf<typeof listCases>, '_page' | '_size' | '_sort' | '_x' | '_y'>;

/** Properties that all figures of a part of the report have in common: its filters, and the row of a table. */
export type CaseScope = Pick<CaseListFilter, '_class' | '_unit' | '_assignee'>;

export const caseScope = ({ _class, _unit }: QueryOf<typeof getCaseReport>): CaseScope => ({
  ...(_class !== undefined && { _class }),
  ...(_unit !== undefined && { _unit }),
});

type Period = Pick<CaseReport, 'from' | 'to'>;
type Moment = 'received' | 'answered' | 'closed' | 'reopened';

/** Lists of the cases behind figures. The report and the inbox share them, and a test compares their numbers. */
export const caseFigureLists = {
  open: (scope: CaseScope): CaseListFilter => ({ ...scope, _tab: 'all' }),
  overdue: (scope: CaseScope): CaseListFilter => ({ ...scope, _tab: 'overdue' }),
  moment: (scope: CaseScope, moment: Moment, { from, to }: Period): CaseListFilter => ({
    ...scope,
    _tab: 'all',
    _state: moment === 'closed' ? 'closed' : 'any',
    _date: moment,
    _from: from,
    _to: to,
  }),
  /** Classes of age from `first` to `last`, both inclusive. */
  ages: (scope: CaseScope, first: number, last = first): CaseListFilter => {
    const end = caseAgeStarts[last + 1];
    return {
      ...scope,
      _tab: 'all',
      _minAge: caseAgeStarts[first] ?? 0,
      ...(end !== undefined && { _maxAge: end - 1 }),
    };
  },
  overdueOfAge: (scope: CaseScope, age: number): CaseListFilter => ({
    ...caseFigureLists.ages(scope, age),
    _tab: 'overdue',
  }),
  cell: (scope: CaseScope, { column, row }: CaseCell, cellWidthM: number): CaseListFilter => ({
    ...scope,
    _tab: 'all',
    _cell: `${cellWidthM},${column},${row}`,
  }),
} as const;
