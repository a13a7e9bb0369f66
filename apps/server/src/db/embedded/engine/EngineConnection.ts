import { once } from 'node:events';
import type { Socket } from 'node:net';
import type { EngineLimits } from '../childProtocol.ts';
import { toFatalError } from '../wire/wireAnswer.ts';
import { FrontendReader, findSql, parseStartupParameters } from '../wire/wireRequest.ts';

export interface Request {
  readonly type: string;
  readonly bytes: Buffer;
}

interface ConnectionEvents {
  /** Called when the first request arrives in an empty inbox. */
  readonly onRequest: (connection: EngineConnection) => void;
  readonly onEnd: (connection: EngineConnection) => void;
}

/** One client of the embedded engine: complete requests in, bytes out, and the time limits it asked for. */
export class EngineConnection {
  readonly socket: Socket;
  readonly inbox: Request[] = [];
  isOpen = true;
  readonly #reader = new FrontendReader();
  readonly #greeting: Buffer;
  readonly #events: ConnectionEvents;
  #sessionLimits: EngineLimits;
  #transactionLimits: Partial<EngineLimits> = {};

  constructor(socket: Socket, greeting: Buffer, limits: EngineLimits, events: ConnectionEvents) {
    this.socket = socket;
    this.#greeting = greeting;
    this.#sessionLimits = limits;
    this.#events = events;
    socket.on('data', (chunk) => this.#read(chunk));
    // An 'error' is always followed by 'close'.
    socket.on('error', () => {});
    socket.on('close', () => {
      this.isOpen = false;
      events.onEnd(this);
    });
  }

  get limits(): EngineLimits {
    return { ...this.#sessionLimits, ...this.#transactionLimits };
  }

  /**
   * Reads the time limits of a request, because the engine does not keep them: it ignores
   * `statement_timeout`, and a transaction past its `idle_in_transaction_session_timeout` is a fatal error
   * from which the one session never recovers. The engine therefore gets 0 for the latter.
   *
   * @returns the message for the engine.
   */
  noteLimits({ type, bytes }: Request): Buffer {
    if (bytes.length > 1000) return bytes;
    let hasIdleLimit = false;
    for (const setting of findSql(type, bytes)?.matchAll(SET_LOCAL) ?? []) {
      const [, name, ms] = setting;
      if (name === undefined) continue;
      const limit = toLimit(name, ms);
      hasIdleLimit ||= limit.idleMs !== undefined;
      this.#transactionLimits = { ...this.#transactionLimits, ...limit };
    }
    return hasIdleLimit ? withoutIdleLimit(bytes) : bytes;
  }

  forgetTransactionLimits(): void {
    this.#transactionLimits = {};
  }

  send(chunks: readonly Buffer[]): void {
    if (!this.isOpen || chunks.length === 0) return;
    this.socket.cork();
    for (const chunk of chunks) this.socket.write(chunk);
    this.socket.uncork();
  }

  /** Resolves when the client has read what was sent or has disconnected. */
  async drained(): Promise<void> {
    if (!this.socket.writableNeedDrain) return;
    const gaveUp = new AbortController();
    const { signal } = gaveUp;
    await Promise.race([
      once(this.socket, 'drain', { signal }),
      once(this.socket, 'close', { signal }),
    ]).catch(() => {});
    gaveUp.abort();
  }

  /** Closes the connection with an error that `pg` reports for the running query, or on the pool. */
  dismiss(code: string, message: string): void {
    if (!this.isOpen) return;
    this.inbox.length = 0;
    this.socket.write(toFatalError(code, message));
    this.socket.destroySoon();
    // A client that does not read would never end the connection and would hold the engine.
    setTimeout(() => this.socket.destroy(), GOODBYE_MS).unref();
  }

  #read(chunk: Buffer): void {
    const wasEmpty = this.inbox.length === 0;
    for (const message of this.#reader.push(chunk)) {
      if (message.kind === 'encryption') {
        this.socket.write('N');
      } else if (message.kind === 'cancel') {
        this.socket.end();
      } else if (message.kind === 'startup') {
        const settings = parseStartupParameters(message.bytes);
        for (const [name, value] of settings) {
          this.#sessionLimits = { ...this.#sessionLimits, ...toLimit(name, value) };
        }
        this.socket.write(this.#greeting);
      } else if (message.type === 'X') {
        this.socket.end();
      } else {
        this.inbox.push(message);
      }
    }
    if (wasEmpty && this.inbox.length > 0) this.#events.onRequest(this);
  }
}

/** Time that a client has to read the final error before its socket is destroyed. */
const GOODBYE_MS = 1_000;

const SET_LOCAL =
  /\bSET\s+LOCAL\s+(statement_timeout|idle_in_transaction_session_timeout)\s*(?:=|\bTO\b)\s*'?(\d+)/gi;

const SET_LOCAL_IDLE = /\bSET\s+LOCAL\s+idle_in_transaction_session_timeout\s*(?:=|\bTO\b)\s*'?(?=\d)/gi;

/** Returns the same message, equally long, with zeros for the time. */
function withoutIdleLimit(bytes: Buffer): Buffer {
  const text = bytes.toString('latin1');
  const changed = Buffer.from(bytes);
  for (const { 0: found, index } of text.matchAll(SET_LOCAL_IDLE)) {
    const digits = /^\d+/.exec(text.slice(index + found.length))?.[0].length ?? 0;
    changed.fill('0', index + found.length, index + found.length + digits);
  }
  return changed;
}

function toLimit(name: string, value: string | undefined): Partial<EngineLimits> {
  const ms = Number(value);
  if (!Number.isSafeInteger(ms)) return {};
  const setting = name.toLowerCase();
  if (setting === 'statement_timeout') return { statementMs: ms };
  if (setting === 'idle_in_transaction_session_timeout') return { idleMs: ms };
  return {};
}
