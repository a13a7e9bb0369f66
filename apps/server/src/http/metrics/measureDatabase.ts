import { Gauge } from 'prom-client';
import type { AppDeps } from '../../AppDeps.ts';
import { countJobs, findLongestWaitS, type JobCount } from '../../jobs/manageJobs.ts';
import { within } from '../../runtime/within.ts';

/** Prometheus waits 10 s for an answer; one without the numbers of the database still tells that it is away. */
const ANSWER_MS = 4_000;

/** Adds the connections of this process, whether the database answers, and the jobs of the installation. */
export function measureDatabase({ database, clock, metrics, version }: AppDeps): void {
  const registers = [metrics];
  new Gauge({
    name: 'pgis_info',
    help: 'Version of the server and kind of its database; always 1',
    labelNames: ['version', 'database'],
    registers,
  })
    .labels(version, database.kind)
    .set(1);
  new Gauge({
    name: 'pgis_database_connections',
    help: 'Connections of this process, and requests that wait for one',
    labelNames: ['state'],
    registers,
    collect() {
      const { totalCount, idleCount, waitingCount } = database.pool;
      this.labels('busy').set(totalCount - idleCount);
      this.labels('idle').set(idleCount);
      this.labels('waiting').set(waitingCount);
    },
  });
  new Gauge({
    name: 'pgis_database_connections_max',
    help: 'Largest number of connections of this process',
    registers,
  }).set(database.pool.options.max ?? 1);

  const read = shareWhileRunning(async (): Promise<DatabaseState | undefined> => {
    const start = performance.now();
    try {
      const counts = await within(ANSWER_MS, countJobs(database.db));
      const longestWaitS = await within(ANSWER_MS, findLongestWaitS(database.db, clock));
      return { counts, longestWaitS, answerS: (performance.now() - start) / 1_000 };
    } catch {
      return undefined;
    }
  });
  new Gauge({
    name: 'pgis_database_up',
    help: '1 while the database answers',
    registers,
    async collect() {
      this.set((await read()) === undefined ? 0 : 1);
    },
  });
  new Gauge({
    name: 'pgis_database_answer_seconds',
    help: 'Time that the database took to count the jobs',
    registers,
    async collect() {
      this.set((await read())?.answerS ?? Number.NaN);
    },
  });
  new Gauge({
    name: 'pgis_jobs_longest_wait_seconds',
    help: 'Time for which the oldest due job has been waiting; 0 without one',
    registers,
    async collect() {
      this.set((await read())?.longestWaitS ?? Number.NaN);
    },
  });
  new Gauge({
    name: 'pgis_jobs',
    help: 'Background jobs of all processes, by kind and state',
    labelNames: ['kind', 'state'],
    registers,
    async collect() {
      const state = await read();
      this.reset();
      for (const { kind, state: jobState, count } of state?.counts ?? [])
        this.labels(kind, jobState).set(count);
    },
  });
}

interface DatabaseState {
  readonly counts: readonly JobCount[];
  readonly longestWaitS: number;
  readonly answerS: number;
}

/** The gauges of one scrape share one question, and so do scrapes that overlap. */
function shareWhileRunning<T>(work: () => Promise<T>): () => Promise<T> {
  let running: Promise<T> | undefined;
  return () => {
    running ??= work().finally(() => {
      running = undefined;
    });
    return running;
  };
}
