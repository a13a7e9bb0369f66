import { rmSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import type { EngineLimits } from '../childProtocol.ts';
import { AnswerFilter } from '../wire/wireAnswer.ts';
import { toQuery, toStartup, toSync } from '../wire/wireRequest.ts';
import { EngineConnection, type Request } from './EngineConnection.ts';
import type { StatementWatch } from './StatementWatch.ts';

/**
 * The one session of the embedded engine: takes one message and reports the bytes of its answer in chunks.
 */
export type Engine = (message: Uint8Array, onChunk: (chunk: Uint8Array) => void) => Promise<void>;

interface EngineServerOptions {
  readonly engine: Engine;
  readonly watch: StatementWatch;
  readonly limits: EngineLimits;
  /** Called when the engine itself threw: its state can no longer be trusted. */
  readonly onBroken: (error: unknown) => void;
}

const SEND_AT_BYTES = 256 * 1024;

/**
 * Serves the engine's ONE session to several connections.
 *
 * A connection holds the session from its first message until a ReadyForQuery outside any transaction. All
 * others wait in line until then, so neither transactions nor the unnamed statements of two clients ever mix.
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
  #maintenance: string | undefined;
  #onEmpty = () => {};

  constructor(options: EngineServerOptions) {
    this.#options = options;
    this.#server = createServer();
  }

  async listen(socketPath: string): Promise<void> {
    const greeting = await this.#makeStartupAnswer();
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

  /** Accepts no new connections and waits for the present ones to leave; after `drainMs` they are cut off. */
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

  /** Runs a maintenance statement as soon as no client holds the session. */
  runWhenFree(sql: string): void {
    this.#maintenance = sql;
    void this.#work();
  }

  /** Every client gets the same answer to its startup message, so the engine is asked once. */
  async #makeStartupAnswer(): Promise<Buffer> {
    const chunks: Buffer[] = [];
    const startup = toStartup({ user: 'postgres', database: 'postgres', client_encoding: 'UTF8' });
    await this.#options.engine(startup, (chunk) => chunks.push(Buffer.from(chunk)));
    return Buffer.concat(chunks);
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
    const index = this.#line.indexOf(connection);
    if (index >= 0) this.#line.splice(index, 1);
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

  /** Returns false when there is nothing to do until the next request or the end of a connection. */
  async #takeTurn(): Promise<boolean> {
    if (this.#holder === undefined) {
      if (this.#maintenance !== undefined) await this.#runMaintenance(this.#maintenance);
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
      // A client that does not read holds the engine as much as one that does not write.
      this.#startIdleTimer(holder);
      await holder.drained();
      clearTimeout(this.#idleTimer);
    }
    if (isFree && holder.isOpen) {
      this.#release();
      if (holder.inbox.length > 0) this.#standInLine(holder);
      // Lets sockets be read and timers run between the turns of two clients.
      await nextTurn();
    }
    return true;
  }

  /** Returns true when the session is free for others afterwards. */
  async #answer(holder: EngineConnection, request: Request): Promise<boolean> {
    const { engine, watch } = this.#options;
    const filter = new AnswerFilter(request.type);
    let messages: Buffer[] = [];
    let bytes = 0;
    const message = holder.noteLimits(request);
    watch.begin(holder.limits.statementMs, holder.socket);
    try {
      await engine(message, (chunk) => {
        for (const bytesToSend of filter.pass(chunk)) {
          messages.push(bytesToSend);
          bytes += bytesToSend.length;
        }
        if (bytes < SEND_AT_BYTES) return;
        watch.answerBegan();
        holder.send(messages);
        messages = [];
        bytes = 0;
      });
    } finally {
      watch.end();
    }
    holder.send(messages);
    return filter.status === 'I' && (request.type === 'Q' || request.type === 'S');
  }

  async #runMaintenance(sql: string): Promise<void> {
    this.#maintenance = undefined;
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

  /** Resets the session after a client has disconnected in the middle of a request. */
  async #endSession(): Promise<void> {
    for (const message of [toSync(), toQuery('ROLLBACK')]) {
      await this.#options.engine(message, () => {});
    }
  }
}

function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
