import type { ReportFilterValues } from '../filter/reportFilter.ts';
import { parseReportLocation, toReportSearch } from '../filter/reportLocation.ts';

/** The page of the custom reports, as the address holds it, so that a report can be passed on as a link. */
export interface CustomReportLocation {
  readonly report?: number;
  readonly edit?: number | 'new';
  /** Report that a new one starts as a copy of. */
  readonly copy?: number;
  /** Layer report that a new one starts with. */
  readonly source?: LayerReportSource;
}

/** Layer, filter and columns of a layer report. */
export interface LayerReportSource {
  readonly layerId: number;
  readonly values: ReportFilterValues;
  readonly columns: readonly string[];
}

const toId = (value: unknown): number | undefined => {
  const id = Number(value);
  return Number.isSafeInteger(id) && id > 0 ? id : undefined;
};

export function parseCustomReportLocation(search: Readonly<Record<string, unknown>>): CustomReportLocation {
  const [report, edit, copy] = [toId(search.report), toId(search.edit), toId(search.copy)];
  if (search.edit === 'new') return { edit: 'new', ...(copy === undefined ? parseSource(search) : { copy }) };
  if (edit !== undefined) return { edit };
  return report === undefined ? {} : { report };
}

function parseSource(search: Readonly<Record<string, unknown>>): Pick<CustomReportLocation, 'source'> {
  const { layerId, values } = parseReportLocation(search);
  const columns = Array.isArray(search.columns) ? search.columns.map(String) : [];
  return layerId === null ? {} : { source: { layerId, values, columns } };
}

export const toCustomReportSearch = ({ columns, ...report }: LayerReportSource): Record<string, unknown> => ({
  edit: 'new',
  ...toReportSearch({ ...report, sort: undefined }),
  columns: [...columns],
});
