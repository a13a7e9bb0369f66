import { type Condition, findConditionProblem } from '@pgis/conditions';
import { limits, type ReportFilter } from '@pgis/contract';

/** The filter of a layer report, as its form holds it. `toReportFilter` and `toReportSearch` are its wire and address forms. */
export interface ReportFilterValues {
  readonly text: string;
  readonly statuses: readonly string[];
  readonly from: string | null;
  readonly to: string | null;
  readonly isMine: boolean;
  readonly fields: Readonly<Record<string, string>>;
  /** Further conditions on fields, which all have to hold. */
  readonly conditions?: readonly Condition[];
}

export const emptyFilter: ReportFilterValues = {
  text: '',
  statuses: [],
  from: null,
  to: null,
  isMine: false,
  fields: {},
};

/** A condition takes part once it has a value that suits its operator. */
const isComplete = ({ field, operator, value }: Condition): boolean =>
  field !== '' &&
  findConditionProblem({ operator, value }) === undefined &&
  !(operator === 'contains' && value.trim() === '');

/** The parts of a filter that are filled in. */
export function pickFilledIn({
  text,
  statuses,
  from,
  to,
  isMine,
  fields,
  conditions = [],
}: ReportFilterValues): Partial<ReportFilterValues> {
  const complete = conditions.filter(isComplete);
  const set = Object.entries(fields).filter(([, value]) => value.trim() !== '');
  return {
    ...(text.trim() !== '' && { text }),
    ...(statuses.length > 0 && { statuses }),
    ...(from !== null && { from }),
    ...(to !== null && { to }),
    ...(isMine && { isMine }),
    ...(set.length > 0 && { fields: Object.fromEntries(set) }),
    ...(complete.length > 0 && { conditions: complete }),
  };
}

/** True also if a field was filled in and emptied again. */
export const isEmptyFilter = (values: ReportFilterValues): boolean =>
  Object.keys(pickFilledIn(values)).length === 0;

/** True when the period ends before it starts, so that nothing can pass. */
export const isReversed = ({ from, to }: Pick<ReportFilterValues, 'from' | 'to'>): boolean =>
  from !== null && to !== null && from > to;

/** Wire form of the filter (REP-01). */
export function toReportFilter(values: ReportFilterValues): ReportFilter {
  const { text, statuses, from, to, isMine, fields, conditions } = pickFilledIn(values);
  return {
    ...fields,
    ...(text && { _q: text.trim() }),
    ...(statuses && { _status: statuses.join(',') }),
    ...(from && { _from: from }),
    ...(to && { _to: to }),
    ...(isMine && { _mine: true }),
    ...(conditions && { _conditions: JSON.stringify(conditions) }),
  };
}

/** True when the conditions have more values than an address can hold. Letters outside ASCII take six characters there. */
export function hasTooManyValues(values: ReportFilterValues): boolean {
  const { _conditions } = toReportFilter(values);
  if (_conditions === undefined) return false;
  const encoded = new URLSearchParams({ _conditions }).toString();
  return (
    _conditions.length > limits.reportConditionsLength || encoded.length > limits.reportConditionsEncoded
  );
}
