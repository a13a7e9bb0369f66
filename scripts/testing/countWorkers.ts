import { totalmem } from 'node:os';

/** A worker with its server or database, and a browser with the pages that use it. */
const BYTES_PER_WORKER = 2.3e9;

/**
 * Number of workers that keep two cores busy: one more than cores, because each of them waits for timers, frames, disks and
 * other processes now and then. A small machine has memory for two.
 */
export const countWorkers = (memoryBytes: number = totalmem()): number =>
  memoryBytes < 3 * BYTES_PER_WORKER ? 2 : 3;
