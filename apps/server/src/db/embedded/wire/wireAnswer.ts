/** Backend messages of PostgreSQL's protocol 3, as far as the embedded engine needs them. */

const READY_FOR_QUERY = 0x5a; // 'Z'
const READY_FOR_QUERY_BYTES = 6;
const HEADER_BYTES = 5;

/** `I` outside a transaction, `T` inside one, `E` inside one that failed. */
export type SessionStatus = 'I' | 'T' | 'E';

/**
 * Passes the answer to ONE frontend message on, without a ReadyForQuery that must not be there.
 *
 * PGlite sends one right after an error in an extended query and a second one at Sync (pglite #958). `pg` takes the
 * first as the end of the query and from then on gives every query its predecessor's rows. Only Query, Sync and
 * FunctionCall are ever answered by ReadyForQuery, so in any other answer it is dropped.
 */
export class AnswerFilter {
  /** Status in the newest ReadyForQuery, dropped or not. */
  status: SessionStatus | undefined;
  #carry: Buffer = Buffer.alloc(0);
  #messageBytesLeft = 0;
  readonly #mayBeReady: boolean;

  constructor(frontendType: string) {
    this.#mayBeReady = frontendType === 'Q' || frontendType === 'S' || frontendType === 'F';
  }

  /**
   * Takes any chunk of the answer (messages may be cut anywhere) and returns copies of what is to be sent.
   */
  pass(chunk: Uint8Array): Buffer[] {
    const data = Buffer.concat([this.#carry, chunk]);
    this.#carry = Buffer.alloc(0);
    const passed: Buffer[] = [];
    let passedFrom = 0;
    let at = Math.min(this.#messageBytesLeft, data.length);
    this.#messageBytesLeft -= at;
    while (at < data.length) {
      const isReady = data[at] === READY_FOR_QUERY;
      if (data.length - at < (isReady ? READY_FOR_QUERY_BYTES : HEADER_BYTES)) {
        this.#carry = data.subarray(at);
        break;
      }
      if (isReady) {
        this.status = String.fromCharCode(data.readUInt8(at + HEADER_BYTES)) as SessionStatus;
        if (!this.#mayBeReady) {
          passed.push(data.subarray(passedFrom, at));
          passedFrom = at + READY_FOR_QUERY_BYTES;
        }
      }
      const end = at + 1 + data.readUInt32BE(at + 1);
      this.#messageBytesLeft = Math.max(0, end - data.length);
      at = Math.min(end, data.length);
    }
    passed.push(data.subarray(passedFrom, at));
    return passed.filter((bytes) => bytes.length > 0);
  }
}

/** An ErrorResponse of severity FATAL: the connection ends after it. `code` is a five-character SQLSTATE. */
export function toFatalError(code: string, message: string): Buffer {
  const fields = `SFATAL\0VFATAL\0C${code}\0M${message}\0\0`;
  const body = Buffer.from(fields, 'utf8');
  const header = Buffer.alloc(HEADER_BYTES);
  header.write('E', 0, 'latin1');
  header.writeUInt32BE(body.length + 4, 1);
  return Buffer.concat([header, body]);
}
