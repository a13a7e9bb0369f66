import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { rootDir, toolPath } from '../runCommand.ts';
import { listFailedFiles, readVitest, type VitestReport } from '../testing/readReports.ts';

export type Mutation = {
  /** Full path of the source file that is replaced; undefined for a run without a mutant. */
  readonly path?: string;
  readonly code?: string;
  /** Paths from the root. */
  readonly testFiles: readonly string[];
};

/** Input of `vitest.config.ts`: the mutation, and the path of a file that it writes when the mutant is loaded. */
export type VitestInput = Mutation & { readonly marker: string };

export type TestFilesRun =
  | {
      readonly kind: 'ended';
      /** Tests that ran. */
      readonly ran: number;
      /** Test files that failed. */
      readonly failed: readonly string[];
      /** The mutant was loaded; without that the run says nothing about it. */
      readonly isLoaded: boolean;
    }
  | { readonly kind: 'timeout' };

type RunOptions = {
  readonly env: Readonly<Record<string, string>>;
  readonly timeoutS: number;
  /** Leaves out the rest after the first failure. */
  readonly bail: boolean;
};

/** Runs test files in a process of their own, which is killed with all its workers when the time is over. */
export async function runTestFiles(mutation: Mutation, options: RunOptions): Promise<TestFilesRun> {
  const folder = await mkdtemp(join(tmpdir(), 'pgis-mutation-'));
  const report = join(folder, 'report.json');
  try {
    const input = { ...mutation, marker: join(folder, 'loaded') };
    const { isTimeout, output } = await runVitest(input, report, options, folder);
    if (isTimeout) return { kind: 'timeout' };
    const text = await readFile(report, 'utf8').catch(() => undefined);
    if (text === undefined) throw new Error(`vitest left no report: ${output}`);
    return toRun(JSON.parse(text) as VitestReport, existsSync(input.marker));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function toRun(report: VitestReport, isLoaded: boolean): TestFilesRun {
  const { tests, failures } = readVitest(report);
  return {
    kind: 'ended',
    ran: tests.filter(({ result }) => result !== 'skipped').length + failures.length,
    failed: listFailedFiles(report),
    isLoaded,
  };
}

function runVitest(
  input: VitestInput,
  report: string,
  { env, timeoutS, bail }: RunOptions,
  temporary: string,
): Promise<{ readonly isTimeout: boolean; readonly output: string }> {
  const child = spawn(
    'vitest',
    [
      ...['run', '--config', 'scripts/mutation/vitest.config.ts', '--maxWorkers', '1', '--passWithNoTests'],
      ...['--reporter=json', `--outputFile.json=${report}`, ...(bail ? ['--bail', '1'] : [])],
      ...input.testFiles,
    ],
    {
      cwd: rootDir,
      env: {
        ...process.env,
        ...env,
        PATH: toolPath(),
        TMPDIR: temporary,
        MUTATION: JSON.stringify(input),
      },
      stdio: ['ignore', 'pipe', 'pipe'],
      // A group of processes of its own, which can be killed as a whole.
      detached: true,
    },
  );
  const killAll = () => {
    if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, 'SIGKILL');
  };
  process.once('exit', killAll);
  const chunks: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => chunks.push(chunk));
  let isTimeout = false;
  const timer = setTimeout(() => {
    isTimeout = true;
    killAll();
  }, timeoutS * 1_000);
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', () => {
      clearTimeout(timer);
      process.off('exit', killAll);
      resolve({ isTimeout, output: Buffer.concat(chunks).toString() });
    });
  });
}
