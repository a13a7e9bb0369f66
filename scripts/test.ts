/** `npm test`: all tests of the product. Its last line begins with `N passed, N failed`. */
import { openTestDatabases } from './testing/databases.ts';
import { removeProofs, saveProofs } from './testing/proofs.ts';
import { runPlaywright, runVitest } from './testing/runners.ts';
import { isSelection, parseTestOptions, type TestOptions, usage } from './testing/TestOptions.ts';
import {
  addRuns,
  emptyRun,
  failedRun,
  hasRun,
  isGood,
  type TestRun,
  toSummaryLines,
} from './testing/TestRun.ts';
import { findTestSeed } from './testing/testSeed.ts';

async function runOnDatabases(options: TestOptions): Promise<TestRun> {
  await using databases = await openTestDatabases(options.engines);
  const run = await runVitest(options, databases.env);
  for (const leftOut of databases.leftOut) console.log(`left out: ${leftOut}`);
  return run;
}

async function runAll(options: TestOptions): Promise<TestRun> {
  const { unit, e2e } = options.runs;
  const runs = [
    unit ? await runOnDatabases(options) : emptyRun,
    e2e ? await runPlaywright(options) : emptyRun,
  ];
  if (!unit) console.log('left out: the tests without a browser');
  if (!e2e) console.log('left out: the tests in a browser (e2e)');
  return addRuns(runs);
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function readOptions(): TestOptions | undefined {
  try {
    return parseTestOptions(process.argv.slice(2));
  } catch (error) {
    console.error(`${messageOf(error)}\n\n${usage}`);
    return undefined;
  }
}

// The default handling of signals would skip removing the database and stopping the runners.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, () => process.exit(1));

const options = readOptions();
if (options === undefined) {
  process.exitCode = 2;
} else {
  // Runners and their workers read it from here.
  process.env.TEST_SEED = String(findTestSeed());
  const isWhole = !isSelection(options) && options.runs.unit && options.runs.e2e;
  if (isWhole) await removeProofs();
  const run = await runAll(options).catch((error: unknown) => failedRun(messageOf(error)));
  if (isWhole) await saveProofs(run);
  if (!hasRun(run)) console.log('Nothing ran: no test matches.');
  console.log(`seed: ${process.env.TEST_SEED} (repeat with TEST_SEED=${process.env.TEST_SEED})`);
  for (const line of toSummaryLines(run, { isSelection: isSelection(options) })) console.log(line);
  process.exitCode = isGood(run) ? 0 : 1;
}
