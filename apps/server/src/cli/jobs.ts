import { parseArgs } from 'node:util';
import {
  countJobs,
  type JobCount,
  type JobRow,
  listJobs,
  retryFailedJobs,
  retryJob,
} from '../jobs/manageJobs.ts';
import { databaseClock } from '../runtime/Clock.ts';
import { type Command, type CommandContext, UsageError } from './Command.ts';

/** Jobs of one kind in the list. */
const MAX_LISTED = 20;

const usage = `pgis jobs                      lists waiting, running and failed background jobs by kind
pgis jobs retry ID             makes a failed or waiting job due now
pgis jobs retry --failed       makes all failed jobs due now

  --kind KIND   only jobs of this kind, such as mail or report-file

The server starts due jobs within two seconds. A failed job is kept for 30 days. A job older than a week is tried once
more and, if that fails, is marked as failed again.`;

const options = { kind: { type: 'string' }, failed: { type: 'boolean' } } as const;

function parse(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true });
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

const toMinute = (date: Date): string => `${date.toISOString().slice(0, 19).replace('T', ' ')} UTC`;

function toNote({ progress, error }: JobRow): string {
  return progress === null ? (error ?? '') : JSON.stringify(progress);
}

const toLine = (job: JobRow): string =>
  [
    `  ${String(job.id).padEnd(16)}`,
    job.state.padEnd(8),
    String(job.attempts).padStart(8),
    (job.state === 'waiting' ? toMinute(job.run_after) : '-').padEnd(24),
    toNote(job),
  ]
    .join('  ')
    .trimEnd();

const header = `  ${'id'.padEnd(16)}  ${'state'.padEnd(8)}  attempts  ${'next run'.padEnd(24)}  error or progress`;

async function list(kind: string | undefined, { openDatabase, print }: CommandContext): Promise<void> {
  const { db } = await openDatabase();
  const counts = Map.groupBy(await countJobs(db), (count: JobCount) => count.kind);
  const listed = [...counts].filter(([name]) => kind === undefined || name === kind);
  if (listed.length === 0)
    print(kind === undefined ? 'There are no jobs.' : `There are no jobs of kind ${kind}.`);
  for (const [name, states] of listed) {
    print(`${name}: ${states.map(({ state, count }) => `${count} ${state}`).join(', ')}`);
    print(header);
    const jobs = await listJobs(db, { kind: name, limit: MAX_LISTED });
    for (const job of jobs) print(toLine(job));
    const rest = states.reduce((sum, { count }) => sum + count, 0) - jobs.length;
    if (rest > 0) print(`  … and ${rest} more`);
  }
}

async function retry(
  id: string | undefined,
  { kind, failed = false }: ReturnType<typeof parse>['values'],
  { openDatabase, print }: CommandContext,
): Promise<void> {
  if ((id === undefined) !== failed) throw new UsageError('Expected: retry ID, or retry --failed.');
  if (id === undefined) {
    const count = await retryFailedJobs((await openDatabase()).db, databaseClock, kind);
    print(`${count} failed jobs are due now.`);
    return;
  }
  if (kind !== undefined) throw new UsageError('--kind goes with --failed, not with an ID.');
  if (!/^\d{1,16}$/.test(id)) throw new UsageError(`"${id}" is not a job ID.`);
  if (!(await retryJob((await openDatabase()).db, databaseClock, Number(id))))
    throw new Error(`There is no failed or waiting job ${id}.`);
  print(`Job ${id} is due now.`);
}

export const jobsCommand: Command = {
  name: 'jobs',
  summary: 'List background jobs and retry failed ones',
  usage,
  async run(args, context) {
    const { values, positionals } = parse(args);
    const [action, id, ...others] = positionals;
    if (action === undefined && !values.failed) await list(values.kind, context);
    else if (action === 'retry' && others.length === 0) await retry(id, values, context);
    else throw new UsageError('Expected: jobs, jobs retry ID, or jobs retry --failed.');
    return 0;
  },
};
