import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { availableParallelism, cpus, totalmem } from 'node:os';
import { join } from 'node:path';

const git = (...args: readonly string[]): string => execFileSync('git', args, { encoding: 'utf8' }).trim();

/** Returns true if the sources are those of the commit; results of other benchmarks do not count. */
const isTreeClean = (): boolean => git('status', '--porcelain', '--', ':/', ':!/bench/results') === '';

/** Writes bench/results/{name}.json: what was measured, with where, when and of which commit. */
export function writeResult(name: string, result: Readonly<Record<string, unknown>>): void {
  const machine = {
    cpu: cpus()[0]?.model ?? 'unknown',
    cores: availableParallelism(),
    memoryGb: Math.round(totalmem() / 2 ** 30),
    node: process.version,
  };
  const commit = git('rev-parse', '--short', 'HEAD');
  const folder = join(import.meta.dirname, 'results');
  mkdirSync(folder, { recursive: true });
  const text = JSON.stringify(
    { name, at: new Date().toISOString(), commit, isTreeClean: isTreeClean(), machine, ...result },
    null,
    2,
  );
  writeFileSync(join(folder, `${name}.json`), `${text}\n`);
}
