import { SourceError } from '../../SourceError.ts';

const [quote, backslash, colon, comma] = [0x22, 0x5c, 0x3a, 0x2c];
const [openBrace, closeBrace, openBracket, closeBracket] = [0x7b, 0x7d, 0x5b, 0x5d];
const [newline, carriageReturn, space] = [0x0a, 0x0d, 0x20];

/** Feature of a file: parsed already, or its JSON text. */
export type RawFeature = Readonly<Record<string, unknown>> | string;

/** Longest text of one feature: 20 000 vertices with many digits take about 1 MB. */
const MAX_FEATURE_BYTES = 32 * 1024 * 1024;

/**
 * Cuts GeoJSON into its features without holding the file: one pass over the bytes that follows only strings and
 * nesting; `JSON.parse` of each feature then decides whether it is JSON. Where a feature fills a line, as most programs
 * write it, the line is parsed at once instead. Takes a FeatureCollection, a single feature, and features behind each
 * other (newline-delimited, RFC 8142).
 *
 * @param onMembers gets members of a collection besides its features, parsed: those before them (`crs`, `name`), and a
 * `crs` behind them.
 * @throws Error when the file ends inside a value, or a feature is longer than 32 MiB.
 */
export async function* splitGeoJson(
  chunks: AsyncIterable<Uint8Array>,
  onMembers: (members: unknown) => void = () => {},
): AsyncGenerator<RawFeature> {
  const span = new ByteSpan();
  let depth = 0;
  let inString = false;
  let escaped = false;
  /** Depth at which features begin: bare, inside `"features": [`, or nowhere any more in this collection. */
  let featureDepth: 1 | 3 | 0 = 1;
  /** Start of the string being read at depth 1, in this chunk; -1 outside. Keys there tell "features". */
  let stringStart = -1;
  let lastString = '';
  let key = '';

  for await (const chunk of chunks) {
    span.nextChunk(chunk);
    const lines = new Lines(chunk);
    if (stringStart >= 0) stringStart = 0;
    for (let i = 0; i < chunk.length; i++) {
      const byte = chunk[i];
      if (inString) {
        if (escaped) escaped = false;
        else if (byte === backslash) escaped = true;
        else if (byte === quote) {
          inString = false;
          if (stringStart >= 0) lastString += latin1(chunk, stringStart, i);
          stringStart = -1;
        }
      } else if (byte === quote) {
        inString = true;
        if (depth === 1) {
          stringStart = i + 1;
          lastString = '';
        }
      } else if (depth === 1 && byte === colon) key = lastString;
      else if (depth === 1 && byte === comma) key = '';
      else if (byte === openBrace || byte === openBracket) {
        const line = byte === openBrace && depth === featureDepth - 1 ? lines.parseFeature(i) : undefined;
        if (line !== undefined) {
          yield line.feature;
          i = line.end - 1;
          continue;
        }
        depth++;
        if (byte === openBracket && depth === 2 && key === 'features' && featureDepth === 1) {
          featureDepth = 3;
          onMembers(tryParse(`${span.end(i + 1)}]}`));
        } else if (byte === openBrace && depth === featureDepth) span.begin(i);
        else if (depth === 2 && featureDepth === 0 && key === 'crs') span.begin(i);
      } else if (byte === closeBrace || byte === closeBracket) {
        if (depth === featureDepth && span.begun) yield span.end(i + 1);
        else if (depth === 2 && featureDepth === 0 && span.begun)
          onMembers(tryParse(`{"crs":${span.end(i + 1)}}`));
        depth--;
        if (depth === 1) {
          key = '';
          if (featureDepth === 3) featureDepth = 0;
        } else if (depth === 0) featureDepth = 1;
      }
    }
    if (stringStart >= 0) lastString += latin1(chunk, stringStart, chunk.length);
    span.saveRest();
  }
  if (depth > 0 || inString)
    throw new SourceError('DAMAGED', 'The file ends in the middle of a value: it was probably cut off.');
}

const latin1 = (chunk: Uint8Array, from: number, to: number): string =>
  Buffer.from(chunk.buffer, chunk.byteOffset + from, to - from).toString('latin1');

/** Members of a collection are of use only where they are JSON; the features are read without them. */
function tryParse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Features that fill a line of a chunk. JSON text has no line break in a string, and what parses whole is balanced. */
class Lines {
  readonly #chunk: Buffer;
  /** End of the last line that was tried; after a failure nothing else of that line is tried. */
  #end = -1;

  constructor(chunk: Uint8Array) {
    this.#chunk = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.length);
  }

  /** The feature from `start` to the end of its line; undefined when that is something else, or not all in this chunk. */
  parseFeature(start: number): { feature: Record<string, unknown>; end: number } | undefined {
    if (start < this.#end) return undefined;
    const found = this.#chunk.indexOf(newline, start);
    this.#end = found < 0 ? this.#chunk.length : found;
    let end = found;
    while (end > start && [comma, carriageReturn, space].includes(this.#chunk[end - 1] ?? 0)) end--;
    if (end <= start || this.#chunk[end - 1] !== closeBrace) return undefined;
    try {
      const feature = JSON.parse(this.#chunk.toString('utf8', start, end));
      // A whole collection in one line.
      return Array.isArray(feature.features) ? undefined : { feature, end };
    } catch {
      return undefined;
    }
  }
}

/** Consecutive bytes that may lie across chunks. */
class ByteSpan {
  begun = false;
  #chunk: Uint8Array = new Uint8Array();
  #from = 0;
  #chunks: Uint8Array[] = [];
  #length = 0;

  nextChunk(chunk: Uint8Array): void {
    this.#chunk = chunk;
    this.#from = 0;
  }

  begin(at: number): void {
    this.begun = true;
    this.#from = at;
    this.#chunks = [];
    this.#length = 0;
  }

  end(at: number): string {
    this.begun = false;
    const last = this.#chunk.subarray(this.#from, at);
    return Buffer.concat([...this.#chunks, last]).toString('utf8');
  }

  saveRest(): void {
    if (!this.begun) return;
    const rest = this.#chunk.slice(this.#from);
    this.#chunks.push(rest);
    this.#length += rest.length;
    if (this.#length > MAX_FEATURE_BYTES)
      throw new SourceError('TOO_LARGE', 'A feature is longer than 32 MiB; is this GeoJSON?');
  }
}
