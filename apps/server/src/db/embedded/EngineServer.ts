import { rmSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import type { EngineLimits } from './childProtocol.ts';
import { EngineConnection, type Request } from './EngineConnection.ts';
import type { StatementWatch } from './StatementWatch.ts';
import { AnswerFilter } from './wireAnswer.ts';
import { toQuery, toStartup, toSync } from './wireRequest.ts';

/** The one session of the embedded engine: takes one message, gives the bytes of its answer piece by piece. */
export type Engine = (message: Uint8Array, onPiece: (piece: Uint8Array) => void) => Promise<void>;

interface EngineServerOptions {
  readonly engine: Engine;
  readonly watch: StatementWatch;
  readonly limits: EngineLimits;
  /** The engine itself threw: nothing can be trusted any more. */
  readonly onBroken: (error: unknown) => void;
}

const SEND_AT_BYTES = 256 * 1024;

/**
 * Serves the engine's ONE session to several connections.
 *
 * A connection holds the session from its first message until a ReadyForQuery outside any transaction. Until then
 * everybody else waits in line: neither transactions nor the unnamed statement of two clients ever mix.
 */
export class EngineServer {
  readonly #options: EngineServerOptions;
  readonly #server: Server;
  readonly #connections = new Set<EngineConnection>();
  readonly #line: EngineConnection[] = [];
  readonly #lineTimers = new Map<EngineConnection, NodeJS.Timeout>();
  #holder: EngineConnection | undefined;
  #idleTimer: NodeJS.Timeout | undefined;
  #isWorking = false;
  #chore: string | undefined;
  #onEmpty = () => {};

  constructor(options: EngineServerOptions) {
    this.#options = options;
    this.#server = createServer();
  }

  async listen(socketPath: string): Promise<void> {
    const greeting = await this.#makeGreeting();
    this.#server.on('connection', (socket) => {
      const connection = new EngineConnection(socket, greeting, this.#options.limits, {
        onRequest: (from) => this.#standInLine(from),
        onEnd: (from) => this.#leave(from),
      });
      this.#connections.add(connection);
    });
    rmSync(socketPath, { force: true });
    await new Promise<void>((resolve, reject) => {
      this.#server.once('error', reject);
      this.#server.listen(socketPath, resolve);
    });
  }

  /** Takes no new connections and waits for the present ones to leave; after `drainMs` they are cut off. */
  async close(drainMs: number): Promise<void> {
    this.#server.close();
    if (this.#connections.size > 0) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, drainMs);
        this.#onEmpty = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
    for (const connection of this.#connections) {
      connection.dismiss('57P01', 'the embedded database is shutting down');
    }
    while (this.#isWorking) await nextTurn();
  }

  /** Runs a statement of the house's own as soon as nobody holds the session. */
  runWhenFree(sql: string): void {
    this.#chore = sql;
    void this.#work();
  }

  /** Every client gets the same answer to its startup message; the engine is asked once. */
  async #makeGreeting(): Promise<Buffer> {
    const pieces: Buffer[] = [];
    const startup = toStartup({ user: 'postgres', database: 'postgres', client_encoding: 'UTF8' });
    await this.#options.engine(startup, (piece) => pieces.push(Buffer.from(piece)));
    return Buffer.concat(pieces);
  }

  #standInLine(connection: EngineConnection): void {
    if (connection === this.#holder) {
      clearTimeout(this.#idleTimer);
    } else {
      this.#line.push(connection);
      const { queueMs } = connection.limits;
      const giveUp = () =>
        connection.dismiss('55P03', 'the embedded database is held by another transaction; try again');
      if (queueMs > 0) this.#lineTimers.set(connection, setTimeout(giveUp, queueMs));
    }
    void this.#work();
  }

  #leave(connection: EngineConnection): void {
    this.#connections.delete(connection);
    this.#removeFromLine(connection);
    if (this.#connections.size === 0) this.#onEmpty();
    void this.#work();
  }

  #removeFromLine(connection: EngineConnection): void {
    clearTimeout(this.#lineTimers.get(connection));
    this.#lineTimers.delete(connection);
    const place = this.#line.indexOf(connection);
    if (place >= 0) this.#line.splice(place, 1);
  }

  async #work(): Promise<void> {
    if (this.#isWorking) return;
    this.#isWorking = true;
    try {
      while (await this.#takeTurn());
    } catch (error) {
      this.#options.onBroken(error);
    } finally {
      this.#isWorking = false;
    }
  }

  /** False when there is nothing to do before the next request or the end of a connection. */
  async #takeTurn(): Promise<boolean> {
    if (this.#holder === undefined) {
      if (this.#chore !== undefined) await this.#doChore(this.#chore);
      const next = this.#line[0];
      if (next === undefined) return false;
      this.#removeFromLine(next);
      this.#holder = next;
    }
    const holder = this.#holder;
    if (!holder.isOpen) {
      await this.#endSession();
      this.#release();
      return true;
    }
    const request = holder.inbox.shift();
    if (request === undefined) {
      this.#startIdleTimer(holder);
      return false;
    }
    const isFree = await this.#answer(holder, request);
    if (holder.socket.writableNeedDrain) {
      // A client that does not read holds the engine like one that does not write.
      this.#startIdleTimer(holder);
      await holder.drained();
      clearTimeout(this.#idleTimer);
    }
    if (isFree && holder.isOpen) {
      this.#release();
      if (holder.inbox.length > 0) this.#standInLine(holder);
      // Lets sockets be read and timers run between two clients' turns.
      await nextTurn();
    }
    return true;
  }

  /** True when the session is free for others afterwards. */
  async #answer(holder: EngineConnection, request: Request): Promise<boolean> {
    const { engine, watch } = this.#options;
    const filter = new AnswerFilter(request.type);
    let parts: Buffer[] = [];
    let bytes = 0;
    const message = holder.noteLimits(request);
    watch.begin(holder.limits.statementMs, holder.socket);
    try {
      await engine(message, (piece) => {
        for (const part of filter.pass(piece)) {
          parts.push(part);
          bytes += part.length;
        }
        if (bytes < SEND_AT_BYTES) return;
        watch.answerBegan();
        holder.send(parts);
        parts = [];
        bytes = 0;
      });
    } finally {
      watch.end();
    }
    holder.send(parts);
    return filter.status === 'I' && (request.type === 'Q' || request.type === 'S');
  }

  async #doChore(sql: string): Promise<void> {
    this.#chore = undefined;
    await this.#options.engine(toQuery(sql), () => {});
  }

  #startIdleTimer(holder: EngineConnection): void {
    clearTimeout(this.#idleTimer);
    const { idleMs } = holder.limits;
    if (idleMs === 0) return;
    this.#idleTimer = setTimeout(
      () => holder.dismiss('25P03', 'terminating connection due to idle-in-transaction timeout'),
      idleMs,
    );
  }

  #release(): void {
    clearTimeout(this.#idleTimer);
    this.#holder?.forgetTransactionLimits();
    this.#holder = undefined;
  }

  /** Brings the session back to a clean start after a client left in the middle. */
  async #endSession(): Promise<void> {
    for (const message of [toSync(), toQuery('ROLLBACK')]) {
      await this.#options.engine(message, () => {});
    }
  }
}

function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
