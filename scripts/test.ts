/** `npm test`: everything that proves the product. Its last line is `N passed, N failed`. */
import { openTestDatabases } from './testing/databases.ts';
import { runPlaywright, runVitest } from './testing/runners.ts';
import {
  addCounts,
  isGood,
  noTests,
  oneFailure,
  type TestCount,
  toSummaryLine,
} from './testing/TestCount.ts';
import { parseTestOptions, type TestOptions, usage } from './testing/TestOptions.ts';

async function runOnDatabases(options: TestOptions): Promise<TestCount> {
  await using databases = await openTestDatabases(options.engines);
  const count = await runVitest(options, databases.env);
  for (const leftOut of databases.leftOut) console.log(`left out: ${leftOut}`);
  return count;
}

async function runAll(options: TestOptions): Promise<TestCount> {
  const { unit, e2e } = options.runs;
  const counts = [
    unit ? await runOnDatabases(options) : noTests,
    e2e ? await runPlaywright(options) : noTests,
  ];
  if (!unit) console.log('left out: the tests without a browser');
  if (!e2e) console.log('left out: the tests in a browser (e2e)');
  return addCounts(counts);
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

// A plain end by signal would skip what removes the database and ends the runners.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, () => process.exit(1));

const options = readOptions();
if (options === undefined) {
  process.exitCode = 2;
} else {
  const count = await runAll(options).catch((error: unknown) => {
    console.error(messageOf(error));
    return oneFailure;
  });
  if (count.passed + count.failed === 0) console.log('Nothing ran: no test matches.');
  console.log(toSummaryLine(count));
  process.exitCode = isGood(count) ? 0 : 1;
}
