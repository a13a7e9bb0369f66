import { readFileSync } from 'node:fs';

/** Returns the megabytes that a process holds now (`VmRSS`) or has held at most (`VmHWM`), from Linux's /proc. */
export function memoryMb(pid: number, what: 'VmRSS' | 'VmHWM' = 'VmRSS'): number {
  const kb = new RegExp(`^${what}:\\s+(\\d+)`, 'm').exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return Math.round(Number(kb) / 1_000);
}
