import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { hashSources } from '../building/hashSources.ts';
import { rootDir } from '../runCommand.ts';
import { testFilePatterns } from '../spec/readTestFiles.ts';
import { readTestIds } from '../spec/readTestIds.ts';
import type { TestRun } from './TestRun.ts';

/** Result of the last run of all tests; never committed. */
const file = join(rootDir, '.cache/proofs.json');

type Proofs = {
  /** Hash of the test files that ran. */
  readonly tests: string;
  /** Ids of rules that a passed test names. */
  readonly ids: readonly string[];
};

const hashTests = () => hashSources(rootDir, testFilePatterns);

export const removeProofs = (): Promise<void> => rm(file, { force: true });

/** Saves which rules were proved, for `npm run spec`. Call it after a run of all tests only. */
export async function saveProofs(run: TestRun): Promise<void> {
  const passed = run.tests.filter(({ result }) => result === 'passed' || result === 'flaky');
  const ids = new Set(passed.flatMap(({ names }) => names.flatMap((name) => readTestIds(name).ids)));
  const proofs: Proofs = { tests: await hashTests(), ids: [...ids].sort() };
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, JSON.stringify(proofs));
}

/** Reads which ids the last run of all tests proved; undefined when there was none since a test file changed. */
export async function readProofs(): Promise<ReadonlySet<string> | undefined> {
  const text = await readFile(file, 'utf8').catch(() => undefined);
  if (text === undefined) return undefined;
  const { tests, ids } = JSON.parse(text) as Proofs;
  return tests === (await hashTests()) ? new Set(ids) : undefined;
}
