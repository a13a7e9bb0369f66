/** Where in the custom reports somebody is; it stands in the address, so that a report can be passed on. */
export interface CustomPlace {
  readonly report?: number;
  readonly edit?: number | 'new';
  /** Of a new one: what it begins with. */
  readonly copy?: number;
}

const toId = (value: unknown): number | undefined => {
  const id = Number(value);
  return Number.isSafeInteger(id) && id > 0 ? id : undefined;
};

export function parseCustomPlace(search: Readonly<Record<string, unknown>>): CustomPlace {
  const [report, edit, copy] = [toId(search.report), toId(search.edit), toId(search.copy)];
  if (search.edit === 'new') return { edit: 'new', ...(copy !== undefined && { copy }) };
  if (edit !== undefined) return { edit };
  return report === undefined ? {} : { report };
}
