/** Where in the custom reports somebody is; it stands in the address, so that a report can be passed on. */
export interface CustomPlace {
  readonly report?: number;
  readonly edit?: number | 'new';
  /** Of a new one: the report it begins with. */
  readonly copy?: number;
  /** Of a new one: the layer, days and columns of the report of a layer that it begins with. */
  readonly layer?: number;
  readonly from?: string;
  readonly to?: string;
  readonly columns?: readonly string[];
}

const toId = (value: unknown): number | undefined => {
  const id = Number(value);
  return Number.isSafeInteger(id) && id > 0 ? id : undefined;
};

export function parseCustomPlace(search: Readonly<Record<string, unknown>>): CustomPlace {
  const [report, edit, copy] = [toId(search.report), toId(search.edit), toId(search.copy)];
  if (search.edit === 'new')
    return { edit: 'new', ...(copy === undefined ? parseLayerReport(search) : { copy }) };
  if (edit !== undefined) return { edit };
  return report === undefined ? {} : { report };
}

const toDay = (value: unknown): string | undefined =>
  typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value) ? value : undefined;

function parseLayerReport(search: Readonly<Record<string, unknown>>): CustomPlace {
  const [layer, from, to] = [toId(search.layer), toDay(search.from), toDay(search.to)];
  const columns = Array.isArray(search.columns) ? search.columns.map(String) : [];
  return {
    ...(layer !== undefined && { layer }),
    ...(from !== undefined && { from }),
    ...(to !== undefined && { to }),
    ...(columns.length > 0 && { columns }),
  };
}
