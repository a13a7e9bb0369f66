import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import {
  type ChildMessage,
  type ChildOptions,
  type CloseMessage,
  HEARTBEAT_FD,
  HEARTBEAT_MS,
} from './childProtocol.ts';

const RESTART_PAUSE_MS = 1_000;
/** Heartbeats in a row that may be missing before the child counts as frozen. */
const MAX_MISSED_BEATS = 10;
/**
 * Closing writes the last pages. A child that cannot finish in time is killed and recovers at its next start.
 */
const CLOSE_GRACE_MS = 10_000;

/**
 * Keeps the embedded engine's process running: starts it, restarts it when it dies, shuts it down cleanly.
 */
export class EngineProcess {
  readonly #options: ChildOptions;
  readonly #onProgress: (line: string) => void;
  #child: ChildProcess | undefined;
  #ready: Promise<void>;
  #isClosing = false;

  private constructor(options: ChildOptions, onProgress: (line: string) => void) {
    this.#options = options;
    this.#onProgress = onProgress;
    this.#ready = this.#start();
  }

  static async start(options: ChildOptions, onProgress: (line: string) => void): Promise<EngineProcess> {
    const engine = new EngineProcess(options, onProgress);
    await engine.#ready;
    return engine;
  }

  get pid(): number | undefined {
    return this.#child?.pid;
  }

  /** Resolves when the engine accepts connections. Rejects when its latest start failed. */
  whenReady(): Promise<void> {
    return this.#ready;
  }

  async close(drainMs: number): Promise<void> {
    this.#isClosing = true;
    await this.#ready.catch(() => {});
    const child = this.#child;
    if (child === undefined || hasEnded(child)) return;
    const ended = once(child, 'exit');
    const message: CloseMessage = { kind: 'close', drainMs };
    // The callback swallows the error of a child that ends at this very moment.
    child.send(message, () => {});
    const timer = setTimeout(() => child.kill('SIGKILL'), drainMs + CLOSE_GRACE_MS);
    await ended;
    clearTimeout(timer);
  }

  async #start(): Promise<void> {
    const child = fork(
      fileURLToPath(new URL('./child.ts', import.meta.url)),
      [JSON.stringify(this.#options)],
      {
        // The parent's own flags are left out: a debugger's port or a test runner's loader are not for the
        // child.
        execArgv: [],
        stdio: ['ignore', 'ignore', 'inherit', 'ipc', 'pipe'],
      },
    );
    this.#child = child;
    child.on('error', () => {});
    killWhenFrozen(child);
    const failure = await new Promise<string | undefined>((resolve) => {
      child.once('message', (message: ChildMessage) =>
        resolve(message.kind === 'ready' ? undefined : message.message),
      );
      child.once('exit', (code, signal) => resolve(`its process ended (${signal ?? code})`));
      child.once('error', (error) => resolve(error.message));
    });
    if (failure !== undefined) {
      throw new Error(`The embedded database does not start: ${failure}`);
    }
    if (hasEnded(child)) void this.#restart(child.signalCode ?? child.exitCode);
    else child.once('exit', (code, signal) => this.#restart(signal ?? code));
  }

  #restart(reason: string | number | null): void {
    if (this.#isClosing) return;
    this.#onProgress(`The embedded database stopped (${reason}) and is started again`);
    this.#ready = this.#start();
    this.#ready.catch((error: unknown) => {
      this.#onProgress(error instanceof Error ? error.message : String(error));
      setTimeout(() => this.#restart('its start failed'), RESTART_PAUSE_MS).unref();
    });
  }
}

/**
 * Kills a child whose process stands still, as its own watchdog does then, too. Missed beats are counted instead
 * of time, so that a parent that was frozen itself does not blame the child.
 */
export function killWhenFrozen(child: ChildProcess): void {
  const beats = child.stdio[HEARTBEAT_FD];
  if (!(beats instanceof Readable)) throw new Error('the child has no pipe for its heartbeat');
  let missed = 0;
  // Starting takes longer than a beat on a busy machine, and a child may stand still before its first one.
  let timer: NodeJS.Timeout | undefined;
  const count = () => {
    timer ??= setInterval(() => {
      missed += 1;
      if (missed > MAX_MISSED_BEATS) child.kill('SIGKILL');
    }, HEARTBEAT_MS).unref();
  };
  child.once('message', count);
  beats.on('error', () => {});
  beats.on('data', () => {
    missed = 0;
    count();
  });
  child.once('exit', () => clearInterval(timer));
}

function hasEnded(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null;
}
