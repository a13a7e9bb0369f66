/** `npm run check`: all static checks of the code. */
import { performance } from 'node:perf_hooks';
import { inspect } from 'node:util';
import { asvsCheck } from './checks/asvsCheck.ts';
import type { Check } from './checks/Check.ts';
import { commandChecks } from './checks/commandChecks.ts';
import { generatedFilesCheck } from './checks/generatedFilesCheck.ts';
import { importWallsCheck } from './checks/importWallsCheck.ts';
import { lockFileCheck } from './checks/lockFileCheck.ts';
import { specCheck } from './checks/specCheck.ts';
import { translationsCheck } from './checks/translationsCheck.ts';

const checks: readonly Check[] = [
  ...commandChecks,
  importWallsCheck,
  translationsCheck,
  generatedFilesCheck,
  asvsCheck,
  specCheck,
  lockFileCheck,
];

async function report({ name, run }: Check): Promise<boolean> {
  const startedAt = performance.now();
  const { summary, problems } = await run().catch((error: unknown) => ({
    summary: 'could not run',
    problems: [inspect(error)],
  }));
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  const good = problems.length === 0;
  console.log(`${good ? 'ok  ' : 'FAIL'}  ${name.padEnd(16)} ${summary} (${seconds} s)`);
  for (const problem of problems) console.log(problem.replace(/^/gm, '      '));
  return good;
}

const results = await Promise.all(checks.map(report));
const failed = results.filter((good) => !good).length;
console.log(
  failed === 0 ? `all ${results.length} checks passed` : `${failed} of ${results.length} checks failed`,
);
process.exitCode = failed === 0 ? 0 : 1;
