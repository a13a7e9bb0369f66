const PIECE_BYTES = 128 * 1024;
/** UTF-8 has at most three bytes for a UTF-16 unit. */
const BYTES_PER_UNIT = 3;

/**
 * `lead` and then the texts, divided by commas unless told, as UTF-8 in pieces of some size. Each text is written once,
 * straight to where it leaves from; joining them first and encoding the whole then takes twice the time.
 */
export function encodeList(lead: string, texts: readonly string[], between = ','): Buffer[] {
  const pieces: Buffer[] = [];
  let piece = Buffer.allocUnsafe(PIECE_BYTES);
  let at = 0;
  const write = (text: string) => {
    const most = text.length * BYTES_PER_UNIT;
    if (at + most > PIECE_BYTES) {
      if (at > 0) pieces.push(piece.subarray(0, at));
      piece = Buffer.allocUnsafe(Math.max(PIECE_BYTES, most));
      at = 0;
    }
    at += piece.write(text, at);
  };
  write(lead);
  for (const [index, text] of texts.entries()) {
    if (index > 0) write(between);
    write(text);
  }
  pieces.push(piece.subarray(0, at));
  return pieces;
}

export interface ListFrame {
  readonly head: string;
  readonly between: string;
  readonly tail: string;
}

/** A list that comes in batches, as UTF-8 in its frame. */
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
