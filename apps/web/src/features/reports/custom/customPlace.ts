import type { FilterValues } from '../reportFilter.ts';
import { parseReportPlace, toReportSearch } from '../reportPlace.ts';

/** Where in the custom reports somebody is; it stands in the address, so that a report can be passed on. */
export interface CustomPlace {
  readonly report?: number;
  readonly edit?: number | 'new';
  /** Of a new one: the report it begins with. */
  readonly copy?: number;
  /** Of a new one: the report of a layer that it begins with. */
  readonly seen?: SeenReport;
}

/** What somebody has looked at in the report of a layer. */
export interface SeenReport {
  readonly layerId: number;
  readonly values: FilterValues;
  readonly columns: readonly string[];
}

const toId = (value: unknown): number | undefined => {
  const id = Number(value);
  return Number.isSafeInteger(id) && id > 0 ? id : undefined;
};

export function parseCustomPlace(search: Readonly<Record<string, unknown>>): CustomPlace {
  const [report, edit, copy] = [toId(search.report), toId(search.edit), toId(search.copy)];
  if (search.edit === 'new') return { edit: 'new', ...(copy === undefined ? parseSeen(search) : { copy }) };
  if (edit !== undefined) return { edit };
  return report === undefined ? {} : { report };
}

function parseSeen(search: Readonly<Record<string, unknown>>): Pick<CustomPlace, 'seen'> {
  const { layerId, values } = parseReportPlace(search);
  const columns = Array.isArray(search.columns) ? search.columns.map(String) : [];
  return layerId === null ? {} : { seen: { layerId, values, columns } };
}

export const toSeenSearch = ({ columns, ...place }: SeenReport): Record<string, unknown> => ({
  edit: 'new',
  ...toReportSearch({ ...place, sort: undefined }),
  columns: [...columns],
});
