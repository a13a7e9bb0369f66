/** `npm run mutate`: makes small wrong changes to the sources and reports which of them no test notices. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ensureWebBuild, forgetWebBuild } from './building/ensureWebBuild.ts';
import { listTrackedFiles } from './listTrackedFiles.ts';
import { type Area, areas } from './mutation/areas.ts';
import { findSpecs } from './mutation/browser/findSpecs.ts';
import { buildMutant, runSpecs } from './mutation/browser/runSpecs.ts';
import { drawSample } from './mutation/drawSample.ts';
import { findMutants } from './mutation/findMutants.ts';
import { type Importers, measureDistances, readImporters } from './mutation/importDistance.ts';
import { applyMutant, describeMutant, type Mutant } from './mutation/Mutant.ts';
import { type MutationOptions, parseMutationOptions, usage } from './mutation/MutationOptions.ts';
import { orderTestFiles, type TestFile } from './mutation/orderTestFiles.ts';
import { runTestFiles } from './mutation/runTestFiles.ts';
import { discountKillers, isBrowserTest, toScoreLines, type Verdict } from './mutation/Verdict.ts';
import { rootDir } from './runCommand.ts';
import { openTestDatabases, type TestDatabases } from './testing/databases.ts';
import { weightOf } from './testing/LongestFirst.ts';
import { provideChromium } from './testing/provideChromium.ts';
import { findTestSeed } from './testing/testSeed.ts';

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
    return { isKilled: true, line, by };
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

/** Tries a mutant of the web app that survived again, with the browser tests that have most in common with it. */
async function tryInBrowser(
  mutant: Mutant,
  { importers }: Project,
  { maxSpecs, chromium }: { readonly maxSpecs: number; readonly chromium: string },
): Promise<Verdict> {
  const source = await readSource(mutant.file);
  const line = describeMutant(source, mutant);
  const startedMs = Date.now();
  const say = (outcome: string, note: string) => {
    console.log(`${outcome} ${Math.round((Date.now() - startedMs) / 1_000)} s  ${line}  ${note}`);
  };
  const runAll = async () => {
    const isBuilt = await buildMutant({
      path: join(rootDir, mutant.file),
      code: applyMutant(source, mutant),
    });
    const specs = isBuilt ? (await findSpecs(mutant.file, importers)).slice(0, maxSpecs) : [];
    return { isBuilt, specs, by: await runSpecs(specs, { chromium, bail: true }) };
  };
  const tried = await runAll().catch((error: Error) => error);
  if (tried instanceof Error) {
    say('survived ', `(not tried in the browser: ${tried.message.split('\n')[0]})`);
    return { isKilled: false, line: `${line}  (not tried in the browser)` };
  }
  const { isBuilt, specs, by } = tried;
  if (by.length > 0) {
    say('killed   ', `by ${by.join(', ')}`);
    return { isKilled: true, line, by };
  }
  say('survived ', `(${isBuilt ? specs.join(', ') : 'not part of the web app'})`);
  return { isKilled: false, line };
}

/** Returns the verdicts with those of the survivors after the browser tests. */
async function trySurvivorsInBrowser(
  sample: readonly Mutant[],
  verdicts: readonly Verdict[],
  project: Project,
  { maxSpecs }: MutationOptions,
): Promise<readonly Verdict[]> {
  if (maxSpecs === 0 || verdicts.every(({ isKilled }) => isKilled)) return verdicts;
  const chromium = await provideChromium();
  if (chromium === undefined) throw new Error('The web app needs Chromium, or --specs 0.');
  console.log('\nsurvivors in the browser');
  const result: Verdict[] = [];
  for (const [index, verdict] of verdicts.entries()) {
    const mutant = sample[index];
    const isTriedAgain = !verdict.isKilled && mutant !== undefined;
    result.push(isTriedAgain ? await tryInBrowser(mutant, project, { maxSpecs, chromium }) : verdict);
  }
  await forgetWebBuild();
  return result;
}

/** Returns the test files that killed a mutant and fail without one as well. */
async function findUnreliable(verdicts: readonly Verdict[], { env }: Project): Promise<readonly string[]> {
  const killers = [...new Set(verdicts.flatMap((verdict) => (verdict.isKilled ? verdict.by : [])))];
  const testFiles = killers.filter((path) => !isBrowserTest(path));
  const specs = killers.filter(isBrowserTest);
  const unreliable: string[] = [];
  if (testFiles.length > 0) {
    const timeoutS = 600 + 60 * testFiles.length;
    const run = await runTestFiles({ testFiles }, { env, timeoutS, bail: false });
    if (run.kind === 'timeout') throw new Error('The tests take too long without a mutant.');
    unreliable.push(...run.failed);
  }
  if (specs.length > 0) {
    const chromium = await provideChromium();
    if (chromium === undefined || !(await ensureWebBuild())) throw new Error('The web app cannot be tried.');
    unreliable.push(...(await runSpecs(specs, { chromium, bail: false })));
  }
  for (const path of unreliable) console.log(`fails without a mutant: ${path}`);
  return unreliable;
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
    const first = await mapAtOnce(sample, options.workers, (mutant) =>
      tryMutant(mutant, area, project, options),
    );
    const verdicts = area.hasBrowserTests
      ? await trySurvivorsInBrowser(sample, first, project, options)
      : first;
    const unreliable = await findUnreliable(verdicts, project);
    scores.push(
      ...toScoreLines(
        area.name,
        verdicts.map((verdict) => discountKillers(verdict, unreliable)),
      ),
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
