import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { rootDir, runCommand } from '../runCommand.ts';
import { countWorkers } from './countWorkers.ts';
import { findFreePorts } from './findFreePort.ts';
import { provideChromium } from './provideChromium.ts';
import { readPlaywright, readVitest } from './readReports.ts';
import { isSelection, type TestOptions } from './TestOptions.ts';
import { addRuns, failedRun, type TestRun } from './TestRun.ts';

async function withTemporaryFolder<T>(name: string, use: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), name));
  try {
    return await use(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Reads a runner's report. A runner that fails without a failed test in its report is a failure to run. */
async function readReport(file: string, code: number, read: (report: never) => TestRun): Promise<TestRun> {
  const text = await readFile(file, 'utf8').catch(() => undefined);
  if (text === undefined) return failedRun(`The runner ended with exit code ${code} and left no report.`);
  const run = read(JSON.parse(text) as never);
  const hasFailure = run.failures.length > 0 || run.tests.some(({ result }) => result === 'failed');
  return code === 0 || hasFailure
    ? run
    : addRuns([run, failedRun(`The runner ended with exit code ${code}.`)]);
}

function filterArgs(options: TestOptions, nameFlag: string): readonly string[] {
  const { files, name } = options;
  return [
    ...files,
    ...(name === undefined ? [] : [nameFlag, name]),
    ...(isSelection(options) ? [passWithNoTests(nameFlag)] : []),
  ];
}

function passWithNoTests(nameFlag: string): string {
  return nameFlag === '-t' ? '--passWithNoTests' : '--pass-with-no-tests';
}

/**
 * Runners start several hundred processes that load the same modules; Node compiles each module once and stores the
 * result here.
 */
const compileCache = { NODE_COMPILE_CACHE: join(rootDir, '.cache/node-compile') };

/** Runs unit tests and the server's feature suites. */
export function runVitest(options: TestOptions, env: Readonly<Record<string, string>>): Promise<TestRun> {
  return withTemporaryFolder('pgis-vitest-', async (folder) => {
    const report = join(folder, 'report.json');
    const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
    const args = ['run', ...reporters, ...filterArgs(options, '-t')];
    // Workers that are ended leave temporary files behind; these go with the folder.
    const { code } = await runCommand('vitest', args, {
      output: 'show',
      env: { ...compileCache, ...env, TMPDIR: folder },
    });
    return readReport(report, code, readVitest);
  });
}

/**
 * Runs the browser tests, whose preparation builds the product and starts it with its demo data, once per worker. A few
 * selected tests are not worth a second start.
 */
export async function runPlaywright(options: TestOptions): Promise<TestRun> {
  const chromium = await provideChromium();
  if (chromium === undefined) return failedRun('The browser tests need Chromium.');
  return withTemporaryFolder('pgis-e2e-', async (folder) => {
    const report = join(folder, 'report.json');
    const args = ['test', '-c', 'e2e', '--reporter=list,json', ...filterArgs(options, '-g')];
    const { code } = await runCommand('playwright', args, {
      output: 'show',
      env: {
        ...compileCache,
        PLAYWRIGHT_CHROMIUM: chromium,
        PLAYWRIGHT_JSON_OUTPUT_NAME: report,
        E2E_DATA_DIR: join(folder, 'data'),
        E2E_PORTS: (await findFreePorts(isSelection(options) ? 1 : countWorkers())).join(','),
      },
    });
    return readReport(report, code, readPlaywright);
  });
}
