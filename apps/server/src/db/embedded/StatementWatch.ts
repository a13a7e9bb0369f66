import type { Socket } from 'node:net';
import { Worker } from 'node:worker_threads';

/** Shared between the engine's thread and its watchdog. Indexes into `times` and `numbers`: */
export interface WatchMemory {
  readonly times: SharedArrayBuffer;
  readonly numbers: SharedArrayBuffer;
}
/** 0 while nothing runs, else the moment on `process.hrtime` at which the process has to end. */
export const DEADLINE_NS = 0;
/** The client's socket while nothing of the answer was written to it, else -1. */
export const CLIENT_FD = 0;
export const TIME_ALLOWED_MS = 1;

/** Gives every statement a deadline that holds while this thread is blocked by it. */
export class StatementWatch {
  readonly #times: BigInt64Array;
  readonly #numbers: Int32Array;

  constructor(parentPid: number) {
    const memory = { times: new SharedArrayBuffer(8), numbers: new SharedArrayBuffer(8) };
    this.#times = new BigInt64Array(memory.times);
    this.#numbers = new Int32Array(memory.numbers);
    const worker = new Worker(new URL('./watchdog.ts', import.meta.url), {
      workerData: { memory, parentPid },
    });
    worker.unref();
  }

  /** `allowedMs` 0: no deadline. */
  begin(allowedMs: number, client: Socket): void {
    Atomics.store(this.#numbers, CLIENT_FD, findFileDescriptor(client));
    Atomics.store(this.#numbers, TIME_ALLOWED_MS, allowedMs);
    const deadlineNs = process.hrtime.bigint() + BigInt(Math.ceil(allowedMs)) * 1_000_000n;
    Atomics.store(this.#times, DEADLINE_NS, allowedMs === 0 ? 0n : deadlineNs);
  }

  /** From here on an error message would land in the middle of an answer. */
  answerBegan(): void {
    Atomics.store(this.#numbers, CLIENT_FD, -1);
  }

  end(): void {
    Atomics.store(this.#times, DEADLINE_NS, 0n);
    Atomics.store(this.#numbers, CLIENT_FD, -1);
  }
}

/** Node keeps the number private; where it is missing the client only sees its connection end. */
function findFileDescriptor(socket: Socket): number {
  const { _handle: handle } = socket as Socket & { _handle?: { fd?: number } | null };
  return handle?.fd ?? -1;
}
