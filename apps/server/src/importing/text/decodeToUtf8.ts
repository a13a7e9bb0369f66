import type { ImportEncoding } from '@pgis/contract';
import { type FoundEncoding, findEncoding, makeDecoder } from './encodings.ts';

/** Bytes by which an encoding is recognised. */
const SAMPLE_BYTES = 256 * 1024;

export interface Utf8Text {
  readonly encoding: FoundEncoding;
  readonly chunks: AsyncIterable<Uint8Array>;
}

/** Recognises the encoding of a text, unless it is selected, and passes its bytes on as UTF-8. */
export async function decodeToUtf8(
  source: AsyncIterable<Uint8Array>,
  selected?: ImportEncoding | undefined,
): Promise<Utf8Text> {
  const iterator = source[Symbol.asyncIterator]();
  const first: Uint8Array[] = [];
  let length = 0;
  while (length < SAMPLE_BYTES) {
    const next = await iterator.next();
    if (next.done) break;
    first.push(next.value);
    length += next.value.length;
  }
  const rest = async function* (): AsyncGenerator<Uint8Array> {
    try {
      yield* first.splice(0);
      for (let next = await iterator.next(); !next.done; next = await iterator.next()) yield next.value;
    } finally {
      await iterator.return?.();
    }
  };
  const encoding: FoundEncoding = selected
    ? { name: selected, origin: 'selected' }
    : findEncoding(Buffer.concat(first).subarray(0, SAMPLE_BYTES));
  return { encoding, chunks: encoding.name === 'utf-8' ? rest() : toUtf8(rest(), encoding.name) };
}

async function* toUtf8(
  chunks: AsyncIterable<Uint8Array>,
  encoding: ImportEncoding,
): AsyncGenerator<Uint8Array> {
  const decoder = makeDecoder(encoding);
  for await (const chunk of chunks) yield Buffer.from(decoder.decode(chunk), 'utf8');
  const end = decoder.end();
  if (end !== '') yield Buffer.from(end, 'utf8');
}
