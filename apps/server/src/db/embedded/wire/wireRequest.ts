/** Frontend messages of PostgreSQL's protocol 3, as far as the embedded engine needs them. */

const SSL_REQUEST = 80877103;
const GSS_REQUEST = 80877104;
const CANCEL_REQUEST = 80877102;

export type FrontendMessage =
  | { readonly kind: 'encryption' }
  | { readonly kind: 'cancel' }
  | { readonly kind: 'startup'; readonly bytes: Buffer }
  | { readonly kind: 'typed'; readonly type: string; readonly bytes: Buffer };

/** Splits the bytes of a connection into complete messages, whatever chunks they arrive in. */
export class FrontendReader {
  #chunks: Buffer[] = [];
  #bytes = 0;
  #bytesNeeded = 8;
  #started = false;

  push(chunk: Buffer): FrontendMessage[] {
    this.#chunks.push(chunk);
    this.#bytes += chunk.length;
    // A large parameter arrives in many chunks, which are joined once, when the message is complete.
    if (this.#bytes < this.#bytesNeeded) return [];
    const data = this.#chunks.length === 1 ? chunk : Buffer.concat(this.#chunks);
    const messages: FrontendMessage[] = [];
    let at = 0;
    for (;;) {
      const end = this.#findEnd(data, at);
      this.#bytesNeeded = end === undefined ? this.#headerBytes : end - at;
      if (end === undefined || end > data.length) break;
      messages.push(this.#toMessage(data.subarray(at, end)));
      at = end;
    }
    this.#chunks = at === data.length ? [] : [data.subarray(at)];
    this.#bytes = data.length - at;
    return messages;
  }

  get #headerBytes(): number {
    return this.#started ? 5 : 8;
  }

  #findEnd(data: Buffer, at: number): number | undefined {
    if (data.length - at < this.#headerBytes) return undefined;
    return this.#started ? at + 1 + data.readUInt32BE(at + 1) : at + data.readUInt32BE(at);
  }

  #toMessage(bytes: Buffer): FrontendMessage {
    if (this.#started) {
      return { kind: 'typed', type: String.fromCharCode(bytes.readUInt8(0)), bytes };
    }
    const code = bytes.readUInt32BE(4);
    if (code === SSL_REQUEST || code === GSS_REQUEST) return { kind: 'encryption' };
    if (code === CANCEL_REQUEST) return { kind: 'cancel' };
    this.#started = true;
    return { kind: 'startup', bytes };
  }
}

/** The parameters of a startup message: `user`, `database`, `statement_timeout` … */
export function parseStartupParameters(bytes: Buffer): ReadonlyMap<string, string> {
  const texts = bytes.subarray(8).toString('utf8').split('\0');
  const parameters = new Map<string, string>();
  for (let i = 0; i + 1 < texts.length && texts[i] !== ''; i += 2) {
    parameters.set(texts[i] as string, texts[i + 1] as string);
  }
  return parameters;
}

/** Returns the SQL of a Query or Parse message, undefined for other messages. */
export function findSql(type: string, bytes: Buffer): string | undefined {
  if (type === 'Q') return bytes.toString('utf8', 5, bytes.length - 1);
  if (type !== 'P') return undefined;
  const sqlFrom = bytes.indexOf(0, 5) + 1;
  return bytes.toString('utf8', sqlFrom, bytes.indexOf(0, sqlFrom));
}

/** SSLRequest, the only message that is answered at once (with `N`), even while no session is free. */
export const encryptionRequest = Buffer.from([0, 0, 0, 8, 4, 210, 22, 47]);

export function toQuery(sql: string): Buffer {
  return toTyped('Q', Buffer.from(`${sql}\0`, 'utf8'));
}

export function toSync(): Buffer {
  return toTyped('S', Buffer.alloc(0));
}

export function toStartup(parameters: Readonly<Record<string, string>>): Buffer {
  const fields = Object.entries(parameters).map(([name, value]) => `${name}\0${value}\0`);
  const body = Buffer.from(`${fields.join('')}\0`, 'utf8');
  const header = Buffer.alloc(8);
  header.writeUInt32BE(header.length + body.length, 0);
  header.writeUInt32BE(3 << 16, 4);
  return Buffer.concat([header, body]);
}

function toTyped(type: string, body: Buffer): Buffer {
  const header = Buffer.alloc(5);
  header.write(type, 0, 'latin1');
  header.writeUInt32BE(body.length + 4, 1);
  return Buffer.concat([header, body]);
}
