import { readlinkSync } from 'node:fs';
import { getPriority, setPriority } from 'node:os';

const LOWEST = 19;

/** Lets other threads of the process go before this one, by so much. Linux has priorities of threads; elsewhere nothing happens. */
export function lowerPriority(nice: number): void {
  if (nice === 0 || process.platform !== 'linux') return;
  try {
    const thread = Number(readlinkSync('/proc/thread-self').split('/').at(-1));
    if (thread > 0 && thread !== process.pid) setPriority(thread, Math.min(LOWEST, getPriority() + nice));
  } catch {
    // Without /proc it draws as fast as everybody else.
  }
}
