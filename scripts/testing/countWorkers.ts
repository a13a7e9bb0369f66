import { totalmem } from 'node:os';

/** A worker with its server or database, and a browser with the pages that use it. */
const BYTES_PER_WORKER = 2.3e9;
/** PostgreSQL and the operating system. */
const OTHER_BYTES = 1.5e9;

/** Memory of the machine, or of the container where it may use less; a container without a limit says 0 or a huge number. */
export const readMemoryBytes = (): number => Math.min(totalmem(), process.constrainedMemory() || Infinity);

/**
 * Number of workers that keep two cores busy: one more than cores, because each of them waits for timers, frames, disks and
 * other processes now and then. A small machine has memory for two.
 */
export const countWorkers = (memoryBytes: number = readMemoryBytes()): number =>
  Math.min(3, Math.max(2, Math.floor((memoryBytes - OTHER_BYTES) / BYTES_PER_WORKER)));
