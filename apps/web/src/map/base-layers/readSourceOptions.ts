export type ColorScheme = 'light' | 'dark';

/** What of `sourceJson` (DATA-22) the map understands. */
export interface SourceOptions {
  readonly url?: string;
  readonly attributions?: readonly string[];
  readonly minZoom?: number;
  readonly maxZoom?: number;
  readonly params?: Readonly<Record<string, string | number | boolean>>;
  readonly key?: string;
  readonly imagerySet?: string;
  readonly culture?: string;
}

type Fields = Readonly<Record<string, unknown>>;
const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const text = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined);
/** Own addresses, and those of others only where nobody can listen in; the server's headers say the same. */
const address = (value: unknown) => {
  const given = text(value);
  return given !== undefined && /^(https:\/\/[^/]|\/(?![/\\]))/i.test(given) ? given : undefined;
};
const count = (value: unknown) => (typeof value === 'number' && Number.isFinite(value) ? value : undefined);

/** Attributions come as one text or several, and are shown as text: tags are taken out, nothing is HTML here. */
function toAttributions(value: unknown): readonly string[] | undefined {
  const given = (Array.isArray(value) ? value : [value]).filter((item) => typeof item === 'string');
  const shown = given.map((item) =>
    new DOMParser().parseFromString(item, 'text/html').body.textContent.trim(),
  );
  return shown.some((item) => item !== '') ? shown.filter((item) => item !== '') : undefined;
}

function toParams(value: unknown): SourceOptions['params'] {
  if (!isFields(value)) return undefined;
  const usable = Object.entries(value).filter(([, item]) =>
    ['string', 'number', 'boolean'].includes(typeof item),
  );
  return Object.fromEntries(usable) as SourceOptions['params'];
}

const withoutUndefined = (
  options: { [K in keyof SourceOptions]: SourceOptions[K] | undefined },
): SourceOptions => Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined));

/** null when the text is not a JSON object. Options of a wrong type are left out. */
export function readSourceOptions(sourceJson: string): SourceOptions | null {
  let parsed: unknown;
  try {
    parsed = JSON.parse(sourceJson);
  } catch {
    return null;
  }
  if (!isFields(parsed)) return null;
  return withoutUndefined({
    url: address(parsed.url),
    attributions: toAttributions(parsed.attributions),
    minZoom: count(parsed.minZoom),
    maxZoom: count(parsed.maxZoom),
    params: toParams(parsed.params),
    key: text(parsed.key),
    imagerySet: text(parsed.imagerySet),
    culture: text(parsed.culture),
  });
}
