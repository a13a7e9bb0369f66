import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureWebBuild } from '../building/ensureWebBuild.ts';
import { runCommand } from '../runCommand.ts';
import { countPlaywright, countVitest } from './countTests.ts';
import { findFreePort } from './findFreePort.ts';
import { provideChromium } from './provideChromium.ts';
import { addCounts, oneFailure, type TestCount } from './TestCount.ts';
import type { TestOptions } from './TestOptions.ts';

async function withTemporaryFolder<T>(name: string, use: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), name));
  try {
    return await use(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Reads a runner's report. A runner that says it failed without a failed test in its report counts as one failure. */
async function countReport(
  file: string,
  code: number,
  count: (report: never) => TestCount,
): Promise<TestCount> {
  const text = await readFile(file, 'utf8').catch(() => undefined);
  if (text === undefined) {
    console.error(`The runner ended with exit code ${code} and left no report.`);
    return oneFailure;
  }
  const counted = count(JSON.parse(text) as never);
  return code !== 0 && counted.failed === 0 ? addCounts([counted, oneFailure]) : counted;
}

function filterArgs({ files, name }: TestOptions, nameFlag: string): readonly string[] {
  const filtered = files.length > 0 || name !== undefined;
  return [
    ...files,
    ...(name === undefined ? [] : [nameFlag, name]),
    ...(filtered ? [passWithNoTests(nameFlag)] : []),
  ];
}

function passWithNoTests(nameFlag: string): string {
  return nameFlag === '-t' ? '--passWithNoTests' : '--pass-with-no-tests';
}

/** Unit tests and the server's feature suites. */
export function runVitest(options: TestOptions, env: Readonly<Record<string, string>>): Promise<TestCount> {
  return withTemporaryFolder('pgis-vitest-', async (folder) => {
    const report = join(folder, 'report.json');
    const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
    const args = ['run', ...reporters, ...filterArgs(options, '-t')];
    const { code } = await runCommand('vitest', args, { output: 'show', env });
    return countReport(report, code, countVitest);
  });
}

/** The product in a browser: built, started with its demo data, used. */
export async function runPlaywright(options: TestOptions): Promise<TestCount> {
  const chromium = await provideChromium();
  if (chromium === undefined) return oneFailure;
  if (!(await ensureWebBuild())) return oneFailure;
  return withTemporaryFolder('pgis-e2e-', async (folder) => {
    const report = join(folder, 'report.json');
    const args = ['test', '-c', 'e2e', '--reporter=list,json', ...filterArgs(options, '-g')];
    const { code } = await runCommand('playwright', args, {
      output: 'show',
      env: {
        PLAYWRIGHT_CHROMIUM: chromium,
        PLAYWRIGHT_JSON_OUTPUT_NAME: report,
        E2E_DATA_DIR: join(folder, 'data'),
        E2E_PORT: String(await findFreePort()),
      },
    });
    return countReport(report, code, countPlaywright);
  });
}
