import { once } from 'node:events';
import type { Socket } from 'node:net';
import type { EngineLimits } from './childProtocol.ts';
import { toFatalError } from './wireAnswer.ts';
import { FrontendReader, findSql, parseStartupParameters } from './wireRequest.ts';

export interface Request {
  readonly type: string;
  readonly bytes: Buffer;
}

interface ConnectionEvents {
  /** The first request of an empty inbox came in. */
  readonly onRequest: (connection: EngineConnection) => void;
  readonly onEnd: (connection: EngineConnection) => void;
}

/** One client of the embedded engine: whole requests in, bytes out, and the time limits it asked for. */
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
    socket.on('data', (piece) => this.#read(piece));
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
   * Reads limits on their way in, for the engine does not keep them: it ignores `statement_timeout`, and a transaction
   * past its `idle_in_transaction_session_timeout` is a fatal error from which its one session never comes back. So
   * what it gets says 0 there.
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

  send(parts: readonly Buffer[]): void {
    if (!this.isOpen || parts.length === 0) return;
    this.socket.cork();
    for (const part of parts) this.socket.write(part);
    this.socket.uncork();
  }

  /** Resolves when the client has taken what was sent, or is gone. */
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

  /** Ends the connection with an error that `pg` reports for the running query, or on the pool. */
  dismiss(code: string, message: string): void {
    if (!this.isOpen) return;
    this.inbox.length = 0;
    this.socket.write(toFatalError(code, message));
    this.socket.destroySoon();
    // Who does not read never gets so far, and would hold the engine.
    setTimeout(() => this.socket.destroy(), GOODBYE_MS).unref();
  }

  #read(piece: Buffer): void {
    const wasEmpty = this.inbox.length === 0;
    for (const message of this.#reader.push(piece)) {
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

/** How long the error that ends a connection may take to be read. */
const GOODBYE_MS = 1_000;

const SET_LOCAL =
  /\bSET\s+LOCAL\s+(statement_timeout|idle_in_transaction_session_timeout)\s*(?:=|\bTO\b)\s*'?(\d+)/gi;

const SET_LOCAL_IDLE = /\bSET\s+LOCAL\s+idle_in_transaction_session_timeout\s*(?:=|\bTO\b)\s*'?(?=\d)/gi;

/** The same message, as long as before, with zeros for the time. */
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
