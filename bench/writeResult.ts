import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { availableParallelism, cpus, totalmem } from 'node:os';
import { join } from 'node:path';

/** Writes bench/results/{name}.json: what was measured, with where and when. */
export function writeResult(name: string, result: Readonly<Record<string, unknown>>): void {
  const machine = {
    cpu: cpus()[0]?.model ?? 'unknown',
    cores: availableParallelism(),
    memoryGb: Math.round(totalmem() / 2 ** 30),
    node: process.version,
  };
  const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim();
  const folder = join(import.meta.dirname, 'results');
  mkdirSync(folder, { recursive: true });
  const text = JSON.stringify({ name, at: new Date().toISOString(), commit, machine, ...result }, null, 2);
  writeFileSync(join(folder, `${name}.json`), `${text}\n`);
}
