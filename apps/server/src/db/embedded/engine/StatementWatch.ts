import type { Socket } from 'node:net';
import { Worker } from 'node:worker_threads';

/**
 * Memory shared between the engine's thread and its watchdog, with the indexes into `times` and `numbers`.
 */
export interface WatchMemory {
  readonly times: SharedArrayBuffer;
  readonly numbers: SharedArrayBuffer;
}
/** 0 while no statement runs, else the `process.hrtime` at which the process has to end. */
export const DEADLINE_NS = 0;
/** File descriptor of the client's socket while no part of the answer was written to it, else -1. */
export const CLIENT_FD = 0;
export const TIME_ALLOWED_MS = 1;

/** Gives every statement a deadline, and the process a limit of memory, that hold even while a statement blocks this thread. */
export class StatementWatch {
  readonly #times: BigInt64Array;
  readonly #numbers: Int32Array;

  constructor(parentPid: number, maxMemoryMb: number | undefined) {
    const memory = { times: new SharedArrayBuffer(8), numbers: new SharedArrayBuffer(8) };
    this.#times = new BigInt64Array(memory.times);
    this.#numbers = new Int32Array(memory.numbers);
    const worker = new Worker(new URL('../watchdog.ts', import.meta.url), {
      workerData: { memory, parentPid, maxMemoryMb },
    });
    worker.unref();
  }

  /** `allowedMs` 0 means no deadline. */
  begin(allowedMs: number, client: Socket): void {
    Atomics.store(this.#numbers, CLIENT_FD, getFileDescriptor(client));
    Atomics.store(this.#numbers, TIME_ALLOWED_MS, allowedMs);
    const deadlineNs = process.hrtime.bigint() + BigInt(Math.ceil(allowedMs)) * 1_000_000n;
    Atomics.store(this.#times, DEADLINE_NS, allowedMs === 0 ? 0n : deadlineNs);
  }

  /** After this call an error message would land in the middle of an answer. */
  answerBegan(): void {
    Atomics.store(this.#numbers, CLIENT_FD, -1);
  }

  end(): void {
    Atomics.store(this.#times, DEADLINE_NS, 0n);
    Atomics.store(this.#numbers, CLIENT_FD, -1);
  }
}

/** Node keeps the descriptor private. Where it cannot be read, the client only sees its connection end. */
function getFileDescriptor(socket: Socket): number {
  const { _handle: handle } = socket as Socket & { _handle?: { fd?: number } | null };
  return handle?.fd ?? -1;
}
