import { resolveSourceAddress } from '@pgis/contract';

export type ColorScheme = 'light' | 'dark';

/** The options in `sourceJson` (DATA-22) that the map supports. */
export interface SourceOptions {
  readonly url?: string;
  /** Tiles of names alone, drawn above the objects; only the server's own maps have them. */
  readonly namesUrl?: string;
  /** Side of a tile in CSS pixels. */
  readonly tileSize?: number;
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
/**
 * True for own addresses and, of other servers, only https; the Content-Security-Policy of the server says the same.
 */
const address = (value: unknown) => {
  const given = text(value);
  return given !== undefined && resolveSourceAddress(given) !== undefined ? given : undefined;
};
const count = (value: unknown) => (typeof value === 'number' && Number.isFinite(value) ? value : undefined);

const comment = /<!--.*?(-->|$)/gs;
const tag = /<[/!?]?[a-z](?:"[^"]*"|'[^']*'|[^'">])*(>|$)/gi;

/**
 * Removes tags and resolves character references. The parser gets no tags, because it would apply the page's
 * policy to `<img onerror>` or `<base>` and report a violation.
 */
function toPlainText(markup: string): string {
  const references = markup.replace(comment, '').replace(tag, '').replaceAll('<', '&lt;');
  return new DOMParser().parseFromString(references, 'text/html').body.textContent.trim();
}

/** Reads attributions as one text or several. They are displayed as plain text, so tags are removed. */
function toAttributions(value: unknown): readonly string[] | undefined {
  const given = (Array.isArray(value) ? value : [value]).filter((item) => typeof item === 'string');
  const texts = given.map(toPlainText);
  return texts.some((item) => item !== '') ? texts.filter((item) => item !== '') : undefined;
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

/** Returns null if the text is not a JSON object. Options of a wrong type are left out. */
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
    namesUrl: address(parsed.namesUrl),
    tileSize: count(parsed.tileSize),
    attributions: toAttributions(parsed.attributions),
    minZoom: count(parsed.minZoom),
    maxZoom: count(parsed.maxZoom),
    params: toParams(parsed.params),
    key: text(parsed.key),
    imagerySet: text(parsed.imagerySet),
    culture: text(parsed.culture),
  });
}
