import { parseReportConditions } from '@pgis/contract';
import { emptyFilter, isEmptyFilter, pickFilledIn, type ReportFilterValues } from './reportFilter.ts';

/** Layer, filter and order of a layer report. The address holds them, so that a report can be revisited and passed on as a link. */
export interface ReportLocation {
  readonly layerId: number | null;
  readonly values: ReportFilterValues;
  /** undefined for the default order. */
  readonly sort: string | undefined;
}

type Search = Readonly<Record<string, unknown>>;

const toTexts = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : []);
const toText = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : '';
const toDay = (value: unknown): string | null =>
  typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value) ? value : null;

function toFields(value: unknown): Record<string, string> {
  if (typeof value !== 'object' || value === null) return {};
  return Object.fromEntries(Object.entries(value).map(([name, text]) => [name, toText(text)]));
}

/** Parses the search of an address; invalid parts are left out. */
export function parseReportLocation({
  layer,
  q,
  status,
  from,
  to,
  mine,
  fields,
  conditions,
  sort,
}: Search): ReportLocation {
  const compared = parseReportConditions(JSON.stringify(conditions ?? []));
  const values: ReportFilterValues = {
    text: toText(q),
    statuses: toTexts(status).filter((one) => /^(\d{1,16}|none)$/.test(one)),
    from: toDay(from),
    to: toDay(to),
    isMine: mine === true,
    fields: toFields(fields),
    ...(compared?.length && { conditions: compared }),
  };
  return {
    layerId: Number.isSafeInteger(layer) ? (layer as number) : null,
    values: isEmptyFilter(values) ? emptyFilter : values,
    sort: typeof sort === 'string' ? sort : undefined,
  };
}

/** Search of the address, with only the parts that differ from the default. */
export function toReportSearch({ layerId, values, sort }: ReportLocation): Record<string, unknown> {
  const { text, statuses, isMine, ...asTheyAre } = pickFilledIn(values);
  return {
    ...asTheyAre,
    ...(layerId !== null && { layer: layerId }),
    ...(text && { q: text }),
    ...(statuses && { status: [...statuses] }),
    ...(isMine && { mine: true }),
    ...(sort !== undefined && { sort }),
  };
}
