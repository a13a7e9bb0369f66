import { writeSync } from 'node:fs';
import { workerData } from 'node:worker_threads';
import { HEARTBEAT_FD, HEARTBEAT_MS } from './childProtocol.ts';
import { CLIENT_FD, DEADLINE_NS, TIME_ALLOWED_MS, type WatchMemory } from './engine/StatementWatch.ts';
import { isAlive } from './isAlive.ts';
import { toFatalError } from './wire/wireAnswer.ts';

/**
 * A thread of the engine's process that ends the process when a statement runs past its deadline, when the process
 * takes more memory than it may, or when the parent has ended. PGlite blocks its own thread while it works and cannot be asked to stop; what was acknowledged survives.
 */
const { memory, parentPid, maxMemoryMb } = workerData as {
  memory: WatchMemory;
  parentPid: number;
  maxMemoryMb: number | undefined;
};
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
    const allowedMs = Atomics.load(numbers, TIME_ALLOWED_MS);
    endProcess('57014', `canceling statement due to statement timeout (${allowedMs} ms)`);
  }
  if (maxMemoryMb !== undefined && process.memoryUsage.rss() > maxMemoryMb * 1024 * 1024)
    endProcess('53200', `out of memory (${maxMemoryMb} MB)`);
  if (process.ppid !== parentPid || !isAlive(parentPid)) process.kill(process.pid, 'SIGKILL');
}, 50);

/** Sends the client the code that PostgreSQL would send: 57014, query_canceled, or 53200, out_of_memory. */
function endProcess(code: string, message: string): void {
  const fd = Atomics.load(numbers, CLIENT_FD);
  try {
    if (fd >= 0) writeSync(fd, toFatalError(code, message));
  } catch {
    // The client's socket is full or closed: the client sees the connection end instead.
  }
  process.kill(process.pid, 'SIGKILL');
}
