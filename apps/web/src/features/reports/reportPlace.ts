import { emptyFilter, type FilterValues, isEmptyFilter, listFilledIn } from './reportFilter.ts';

/** Which report of a layer is shown. It stands in the address, so that one comes back to it and can pass it on. */
export interface ReportPlace {
  readonly layerId: number | null;
  readonly values: FilterValues;
  /** As it was chosen; undefined: as every report begins. */
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

/** Anybody may have typed it: what makes no sense is left out. */
export function parseReportPlace({ layer, q, status, from, to, mine, fields, sort }: Search): ReportPlace {
  const values: FilterValues = {
    text: toText(q),
    statuses: toTexts(status).filter((one) => /^(\d{1,16}|none)$/.test(one)),
    from: toDay(from),
    to: toDay(to),
    isMine: mine === true,
    fields: toFields(fields),
  };
  return {
    layerId: Number.isSafeInteger(layer) ? (layer as number) : null,
    values: isEmptyFilter(values) ? emptyFilter : values,
    sort: typeof sort === 'string' ? sort : undefined,
  };
}

/** Only what differs from an untouched report. */
export function toReportSearch({ layerId, values, sort }: ReportPlace): Record<string, unknown> {
  const { text, statuses, isMine, ...asTheyAre } = listFilledIn(values);
  return {
    ...asTheyAre,
    ...(layerId !== null && { layer: layerId }),
    ...(text && { q: text }),
    ...(statuses && { status: [...statuses] }),
    ...(isMine && { mine: true }),
    ...(sort !== undefined && { sort }),
  };
}
