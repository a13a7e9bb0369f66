import type { ReportFilter } from '@pgis/contract';

/** What the form of a report holds. */
export interface FilterValues {
  readonly text: string;
  readonly statuses: readonly string[];
  readonly from: string | null;
  readonly to: string | null;
  readonly isMine: boolean;
  readonly fields: Readonly<Record<string, string>>;
}

export const emptyFilter: FilterValues = {
  text: '',
  statuses: [],
  from: null,
  to: null,
  isMine: false,
  fields: {},
};

/** Of a form what was filled in, and nothing else. */
export function listFilledIn({
  text,
  statuses,
  from,
  to,
  isMine,
  fields,
}: FilterValues): Partial<FilterValues> {
  const set = Object.entries(fields).filter(([, value]) => value.trim() !== '');
  return {
    ...(text.trim() !== '' && { text }),
    ...(statuses.length > 0 && { statuses }),
    ...(from !== null && { from }),
    ...(to !== null && { to }),
    ...(isMine && { isMine }),
    ...(set.length > 0 && { fields: Object.fromEntries(set) }),
  };
}

/** Also when it was filled in and taken out again. */
export const isEmptyFilter = (values: FilterValues): boolean =>
  Object.keys(listFilledIn(values)).length === 0;

/** As the call takes it (REP-01). */
export function toReportFilter(values: FilterValues): ReportFilter {
  const { text, statuses, from, to, isMine, fields } = listFilledIn(values);
  return {
    ...fields,
    ...(text && { _q: text.trim() }),
    ...(statuses && { _status: statuses.join(',') }),
    ...(from && { _from: from }),
    ...(to && { _to: to }),
    ...(isMine && { _mine: true }),
  };
}
