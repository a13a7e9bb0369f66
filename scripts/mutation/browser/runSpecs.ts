import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { forgetWebBuild } from '../../building/ensureWebBuild.ts';
import { rootDir, runCommand } from '../../runCommand.ts';
import { findFreePort } from '../../testing/findFreePort.ts';
import { type PlaywrightReport, readPlaywright } from '../../testing/readReports.ts';
import type { Replacement } from '../replaceModule.ts';

/** Ends a run that hangs; a test has a limit of its own. */
const MAX_RUN_MS = 30 * 60_000;

/**
 * Builds the web app with a mutant; false when the mutant is not part of it. Vite does not check types, so a failed build
 * says more about the machine than about the mutant, and is repeated once.
 *
 * @throws Error when both builds fail.
 */
export async function buildMutant(mutant: Pick<Replacement, 'path' | 'code'>): Promise<boolean> {
  const folder = await mkdtemp(join(tmpdir(), 'pgis-mutant-'));
  try {
    const replacement: Replacement = { ...mutant, marker: join(folder, 'loaded') };
    // Before the build, so that nobody is served a mutant when this process is killed.
    await forgetWebBuild();
    const config = 'scripts/mutation/browser/vite.config.ts';
    const build = () =>
      runCommand('vite', ['build', 'apps/web', '--config', config], {
        output: 'keep',
        env: { REPLACEMENT: JSON.stringify(replacement) },
      });
    if ((await build()).code !== 0 && (await build()).code !== 0) throw new Error('the build fails');
    return existsSync(replacement.marker);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * Runs browser tests against the web app as it was built last and returns the files of those that fail at two tries, at
 * most one when `bail` is set. A run that cannot start, as on a busy machine, is started a second time.
 */
export async function runSpecs(specs: readonly string[], options: SpecsRun): Promise<readonly string[]> {
  if (specs.length === 0) return [];
  return await runOnce(specs, options).catch((error: Error) => {
    console.log(`started again: ${error.message.split('\n')[0]}`);
    return runOnce(specs, options);
  });
}

type SpecsRun = { readonly chromium: string; readonly bail: boolean };

async function runOnce(specs: readonly string[], { chromium, bail }: SpecsRun): Promise<readonly string[]> {
  const folder = await mkdtemp(join(tmpdir(), 'pgis-mutant-'));
  try {
    const report = join(folder, 'report.json');
    const args = [
      '--reporter=json',
      '--retries=1',
      `--global-timeout=${MAX_RUN_MS}`,
      ...(bail ? ['-x'] : []),
    ];
    const { output } = await runCommand('playwright', ['test', '-c', 'e2e', ...args, ...specs], {
      output: 'keep',
      env: {
        NODE_COMPILE_CACHE: join(rootDir, '.cache/node-compile'),
        PLAYWRIGHT_CHROMIUM: chromium,
        PLAYWRIGHT_JSON_OUTPUT_NAME: report,
        E2E_DATA_DIR: join(folder, 'data'),
        E2E_PORTS: process.env.E2E_PORTS ?? String(await findFreePort()),
        E2E_WEB_IS_BUILT: 'true',
      },
    });
    const text = await readFile(report, 'utf8').catch(() => undefined);
    if (text === undefined) throw new Error(`Playwright left no report: ${output.slice(-2_000)}`);
    const { tests, failures } = readPlaywright(JSON.parse(text) as PlaywrightReport);
    const failed = tests.filter(({ result }) => result === 'failed').map(({ names: [file = ''] }) => file);
    if (failed.length === 0 && failures.length > 0) throw new Error(failures.join('\n'));
    return [...new Set(failed)].map((file) => `e2e/${file}`);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
