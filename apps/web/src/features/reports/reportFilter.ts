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

/** Also when it was filled in and taken out again. */
export const isEmptyFilter = (values: FilterValues): boolean =>
  Object.keys(toReportFilter(values)).length === 0;

/** As the call takes it (REP-01): what is empty is left out. */
export function toReportFilter({ text, statuses, from, to, isMine, fields }: FilterValues): ReportFilter {
  const set = Object.entries(fields).filter(([, value]) => value.trim() !== '');
  return {
    ...Object.fromEntries(set),
    ...(text.trim() !== '' && { _q: text.trim() }),
    ...(statuses.length > 0 && { _status: statuses.join(',') }),
    ...(from !== null && { _from: from }),
    ...(to !== null && { _to: to }),
    ...(isMine && { _mine: true }),
  };
}
