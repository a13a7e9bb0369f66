const CHUNK_BYTES = 128 * 1024;
/** UTF-8 has at most three bytes for a UTF-16 unit. */
const BYTES_PER_UNIT = 3;

/**
 * Encodes `lead` and the texts, separated by commas by default, as UTF-8 in chunks of a fixed size. Each text
 * is written once, directly into the buffer it is sent from; joining first and encoding the whole takes twice
 * the time.
 */
export function encodeList(lead: string, texts: readonly string[], between = ','): Buffer[] {
  const chunks: Buffer[] = [];
  let chunk = Buffer.allocUnsafe(CHUNK_BYTES);
  let at = 0;
  const write = (text: string) => {
    const maxBytes = text.length * BYTES_PER_UNIT;
    if (at + maxBytes > CHUNK_BYTES) {
      if (at > 0) chunks.push(chunk.subarray(0, at));
      chunk = Buffer.allocUnsafe(Math.max(CHUNK_BYTES, maxBytes));
      at = 0;
    }
    at += chunk.write(text, at);
  };
  write(lead);
  for (const [index, text] of texts.entries()) {
    if (index > 0) write(between);
    write(text);
  }
  chunks.push(chunk.subarray(0, at));
  return chunks;
}

export interface ListFrame {
  readonly head: string;
  readonly between: string;
  readonly tail: string;
}

/** Encodes a list that arrives in batches, framed as one JSON document. */
export async function* encodeBatches(
  { head, between, tail }: ListFrame,
  batches: AsyncIterable<readonly string[]>,
): AsyncGenerator<Buffer, void, undefined> {
  let lead: string | undefined;
  for await (const texts of batches) {
    yield* encodeList(lead ?? head, texts, between);
    lead = between;
  }
  yield Buffer.from(lead === undefined ? head + tail : tail);
}
