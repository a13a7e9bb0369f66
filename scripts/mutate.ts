/** `npm run mutate`: makes small wrong changes to the sources and reports which of them no test notices. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { listTrackedFiles } from './listTrackedFiles.ts';
import { type Area, areas } from './mutation/areas.ts';
import { drawSample } from './mutation/drawSample.ts';
import { findMutants } from './mutation/findMutants.ts';
import { type Importers, measureDistances, readImporters } from './mutation/importDistance.ts';
import { applyMutant, describeMutant, type Mutant } from './mutation/Mutant.ts';
import { type MutationOptions, parseMutationOptions, usage } from './mutation/MutationOptions.ts';
import { orderTestFiles, type TestFile } from './mutation/orderTestFiles.ts';
import { runTestFiles } from './mutation/runTestFiles.ts';
import { rootDir } from './runCommand.ts';
import { openTestDatabases, type TestDatabases } from './testing/databases.ts';
import { weightOf } from './testing/LongestFirst.ts';
import { findTestSeed } from './testing/testSeed.ts';

type Verdict =
  /** `by` are the test files that failed; none when the time was over. */
  | { readonly isKilled: true; readonly by: readonly string[] }
  | { readonly isKilled: false; readonly line: string };

type Project = {
  readonly files: readonly string[];
  readonly testFiles: readonly TestFile[];
  readonly importers: Importers;
  readonly env: Readonly<Record<string, string>>;
};

const readSource = (file: string) => readFile(join(rootDir, file), 'utf8');
const isTest = (path: string) => /\.test\.tsx?$/.test(path);
const isSource = (path: string) =>
  /\.tsx?$/.test(path) && !isTest(path) && !/\.(gen|d)\.ts$|\/testing\//.test(path);

async function readProject(databases: TestDatabases | undefined): Promise<Project> {
  const files = await listTrackedFiles('apps/**', 'packages/**');
  const testFiles = await Promise.all(
    files.filter(isTest).map(async (path) => ({ path, weight: await weightOf(join(rootDir, path)) })),
  );
  return { files, testFiles, importers: await readImporters(files), env: databases?.env ?? {} };
}

/** PostgreSQL, which opens a database faster than the embedded engine; without it, the embedded one. */
function openDatabase(): Promise<TestDatabases> {
  return openTestDatabases(['postgres']).catch(() => openTestDatabases(['embedded']));
}

async function listMutants(
  area: Area,
  { files }: Project,
  paths: readonly string[],
): Promise<readonly Mutant[]> {
  const sources = files.filter(
    (file) =>
      file.startsWith(area.folder) &&
      isSource(file) &&
      (paths.length === 0 || paths.some((path) => file.startsWith(path))),
  );
  const lists = await Promise.all(sources.map(async (file) => findMutants(file, await readSource(file))));
  return lists.flat();
}

async function tryMutant(
  mutant: Mutant,
  area: Area,
  project: Project,
  { maxTestFiles }: MutationOptions,
): Promise<Verdict> {
  const source = await readSource(mutant.file);
  const distances = measureDistances(project.importers, mutant.file);
  const related = orderTestFiles(area, mutant.file, project.testFiles, distances);
  const testFiles = related.slice(0, maxTestFiles);
  const mutation = { path: join(rootDir, mutant.file), code: applyMutant(source, mutant), testFiles };
  const line = describeMutant(source, mutant);
  const startedMs = Date.now();
  const run =
    testFiles.length === 0
      ? ({ kind: 'ended', ran: 0, failed: [], isLoaded: false } as const)
      : await runTestFiles(mutation, { env: project.env, timeoutS: area.timeoutS, bail: true });
  const seconds = Math.round((Date.now() - startedMs) / 1_000);
  if (run.kind === 'ended' && run.failed.length > 0 && !run.isLoaded)
    throw new Error(`These fail, though they do not load the mutant ${line}: ${run.failed.join(', ')}`);
  if (run.kind === 'timeout' || run.failed.length > 0) {
    const by = run.kind === 'timeout' ? [] : run.failed;
    console.log(`killed    ${seconds} s  ${line}  by ${by.join(', ') || 'the time limit'}`);
    return { isKilled: true, by };
  }
  const files = `${testFiles.length} of ${related.length} files${run.isLoaded ? '' : ', none loads it'}`;
  console.log(`survived  ${seconds} s  ${line}  (${run.ran} tests, ${files})`);
  return { isKilled: false, line };
}

/** Calls `work` for each item, `workers` at a time; the results are in the order of the items. */
async function mapAtOnce<T, R>(
  items: readonly T[],
  workers: number,
  work: (item: T) => Promise<R>,
): Promise<R[]> {
  const results: R[] = [];
  const queue = items.entries();
  const workThrough = async () => {
    for (const [index, item] of queue) results[index] = await work(item);
  };
  await Promise.all(Array.from({ length: workers }, workThrough));
  return results;
}

/** Throws when a test file that killed a mutant fails without one as well. */
async function checkKillers(verdicts: readonly Verdict[], { env }: Project): Promise<void> {
  const testFiles = [...new Set(verdicts.flatMap((verdict) => (verdict.isKilled ? verdict.by : [])))];
  if (testFiles.length === 0) return;
  const timeoutS = 600 + 60 * testFiles.length;
  const run = await runTestFiles({ testFiles }, { env, timeoutS, bail: false });
  if (run.kind === 'timeout') throw new Error('The tests take too long without a mutant.');
  if (run.failed.length > 0) throw new Error(`These fail without a mutant: ${run.failed.join(', ')}`);
}

async function mutateAll(options: MutationOptions): Promise<void> {
  const chosen = areas.filter(({ name }) => options.areas.includes(name));
  await using databases = chosen.some(({ needsDatabase }) => needsDatabase)
    ? await openDatabase()
    : undefined;
  const project = await readProject(databases);
  const seed = options.seed ?? findTestSeed();
  const scores: string[] = [];
  for (const area of chosen) {
    const mutants = await listMutants(area, project, options.paths);
    if (mutants.length === 0) continue;
    const sample = drawSample(mutants, options.sample ?? mutants.length, seed);
    console.log(`\n${area.name}: ${sample.length} of ${mutants.length} mutants, seed ${seed}`);
    const verdicts = await mapAtOnce(sample, options.workers, (mutant) =>
      tryMutant(mutant, area, project, options),
    );
    await checkKillers(verdicts, project);
    const killed = verdicts.filter(({ isKilled }) => isKilled).length;
    const percent = Math.round((100 * killed) / sample.length);
    scores.push(
      `${area.name}: ${killed} of ${sample.length} killed, ${percent} %`,
      ...verdicts.flatMap((verdict) => (verdict.isKilled ? [] : [`  survived ${verdict.line}`])),
    );
  }
  console.log(`\n${scores.join('\n') || 'No source file matches.'}`);
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function readOptions(): MutationOptions | undefined {
  try {
    return parseMutationOptions(process.argv.slice(2));
  } catch (error) {
    console.error(`${messageOf(error)}\n\n${usage}`);
    return undefined;
  }
}

// The default handling of signals would skip removing the database and stopping the runners.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, () => process.exit(1));

const options = readOptions();
if (options === undefined) process.exitCode = 2;
else await mutateAll(options);
