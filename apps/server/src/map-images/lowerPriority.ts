import { readlinkSync } from 'node:fs';
import { setPriority } from 'node:os';

/** Lets other threads go before this one. Linux has priorities of threads; elsewhere nothing happens. */
export function lowerPriority(nice: number): void {
  if (nice === 0 || process.platform !== 'linux') return;
  try {
    const thread = Number(readlinkSync('/proc/thread-self').split('/').at(-1));
    if (thread > 0 && thread !== process.pid) setPriority(thread, nice);
  } catch {
    // Without /proc it draws as fast as everybody else.
  }
}
