import { writeSync } from 'node:fs';
import { workerData } from 'node:worker_threads';
import { HEARTBEAT_FD, HEARTBEAT_MS } from './childProtocol.ts';
import { CLIENT_FD, DEADLINE_NS, TIME_ALLOWED_MS, type WatchMemory } from './engine/StatementWatch.ts';
import { isAlive } from './isAlive.ts';
import { toFatalError } from './wire/wireAnswer.ts';

/**
 * A thread of the engine's process that ends the process when a statement runs past its deadline or when the parent
 * has ended. PGlite blocks its own thread while it works and cannot be asked to stop; what was acknowledged survives.
 */
const { memory, parentPid } = workerData as { memory: WatchMemory; parentPid: number };
setInterval(() => {
  try {
    writeSync(HEARTBEAT_FD, '.');
  } catch {
    // The parent reads nothing: it is frozen or gone, which the check below finds.
  }
}, HEARTBEAT_MS);

const times = new BigInt64Array(memory.times);
const numbers = new Int32Array(memory.numbers);

setInterval(() => {
  const deadlineNs = Atomics.load(times, DEADLINE_NS);
  if (deadlineNs !== 0n && process.hrtime.bigint() > deadlineNs) {
    notifyClient(Atomics.load(numbers, CLIENT_FD), Atomics.load(numbers, TIME_ALLOWED_MS));
    process.kill(process.pid, 'SIGKILL');
  }
  if (process.ppid !== parentPid || !isAlive(parentPid)) process.kill(process.pid, 'SIGKILL');
}, 50);

/** Sends the client the code that PostgreSQL would send: 57014, query_canceled. */
function notifyClient(fd: number, allowedMs: number): void {
  if (fd < 0) return;
  try {
    writeSync(fd, toFatalError('57014', `canceling statement due to statement timeout (${allowedMs} ms)`));
  } catch {
    // The client's socket is full or closed: the client sees the connection end instead.
  }
}
