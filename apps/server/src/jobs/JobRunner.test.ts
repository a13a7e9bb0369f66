import { addActors, describeOnEachDatabase, type FakeClock, fakeClock } from '@pgis/testkit';
import { fastify } from 'fastify';
import { expect, test, vi } from 'vitest';
import { BackgroundWork } from '../runtime/BackgroundWork.ts';
import type { Job, JobKind } from './JobKind.ts';
import { JobRunner, retryPauseS } from './JobRunner.ts';
import { addJobs, recoverLapsedJobs, takeJob } from './jobTable.ts';

const DAY_S = 86_400;

/** A process with a runner that looks for jobs when the test says so. */
interface TestRunner {
  readonly runner: JobRunner;
  /** Looks for due jobs of the kinds and waits until they have ended. */
  work(): Promise<void>;
  stop(): Promise<void>;
}

const gate = () => Promise.withResolvers<void>();

describeOnEachDatabase('the job runner', (getDatabase) => {
  let kinds = 0;
  /** Tests share the table, so each has a kind of its own. */
  const newKind = () => `test-${++kinds}`;

  /** Resolves after the first poll, so that it cannot take a job that a test adds next. */
  async function startRunner(clock: FakeClock, ...handlers: JobKind[]): Promise<TestRunner> {
    const background = new BackgroundWork();
    const runner = new JobRunner({ database: getDatabase(), clock, background, pollIntervalMs: 0 });
    for (const handler of handlers) runner.register(handler);
    runner.start(fastify().log);
    await background.idle();
    return {
      runner,
      async work() {
        await background.idle();
        await runner.poll(handlers.map(({ kind }) => kind));
        await background.idle();
      },
      async stop() {
        runner.stop();
        await background.idle();
      },
    };
  }

  const add = (clock: FakeClock, kind: string, ...payloads: Record<string, unknown>[]) =>
    addJobs(
      getDatabase().db,
      clock,
      payloads.map((payload) => ({ companyId: 0, kind, payload })),
    );
  const rowsOf = (kind: string) =>
    getDatabase().db.selectFrom('jobs').selectAll().where('kind', '=', kind).orderBy('id').execute();
  const rowOf = async (kind: string) => {
    const [row] = await rowsOf(kind);
    if (row === undefined) throw new Error(`There is no job of the kind ${kind}`);
    return row;
  };
  const takeBy = (clock: FakeClock, kind: string, leaseS = 60) =>
    takeJob(getDatabase().db, clock, { kind, lockedBy: 'a process that ends', leaseS });

  test('jobs run in the order in which they were due, and finished ones leave no row', async () => {
    const clock = fakeClock();
    const kind = newKind();
    const { companyId } = await addActors(getDatabase());
    const ran: Job[] = [];
    const process = await startRunner(clock, { kind, run: async (job) => void ran.push(job) });
    await add(clock, kind, { n: 1 }, { n: 2 });
    clock.advance(1);
    await addJobs(getDatabase().db, clock, [{ companyId, kind, payload: { n: 3 } }]);
    await process.work();
    expect(ran.map(({ payload }) => payload.n)).toEqual([1, 2, 3]);
    expect(ran.map((job) => [job.companyId, job.attempts])).toEqual([
      [0, 1],
      [0, 1],
      [companyId, 1],
    ]);
    expect(await rowsOf(kind)).toEqual([]);
    await process.stop();
  });

  test('a job is added with its change or not at all, and a wake-up runs it at once', async () => {
    const clock = fakeClock();
    const kind = newKind();
    const done = gate();
    const process = await startRunner(clock, { kind, run: async () => done.resolve() });
    const { db } = getDatabase();
    const failed = db.transaction().execute(async (trx) => {
      await addJobs(trx, clock, [{ companyId: 0, kind, payload: {} }]);
      throw new Error('rolled back');
    });
    await expect(failed).rejects.toThrow('rolled back');
    expect(await rowsOf(kind)).toEqual([]);
    await add(clock, kind, {});
    process.runner.wake(kind);
    await done.promise;
    await process.stop();
    expect(await rowsOf(kind)).toEqual([]);
  });

  test('a job that another process adds is found by polling', async () => {
    const clock = fakeClock();
    const kind = newKind();
    const done = gate();
    const background = new BackgroundWork();
    const runner = new JobRunner({ database: getDatabase(), clock, background, pollIntervalMs: 50 });
    runner.register({ kind, run: async () => done.resolve() });
    runner.start(fastify().log);
    await background.idle();
    await add(clock, kind, {});
    await done.promise;
    runner.stop();
    await background.idle();
    expect(await rowsOf(kind)).toEqual([]);
  });

  test('two processes share the jobs, and each job runs once', async () => {
    const clock = fakeClock();
    const kind = newKind();
    const ran: unknown[] = [];
    const handler: JobKind = { kind, run: async ({ payload }) => void ran.push(payload.n) };
    const processes = [await startRunner(clock, handler), await startRunner(clock, handler)];
    const numbers = Array.from({ length: 40 }, (_, n) => n);
    await add(clock, kind, ...numbers.map((n) => ({ n })));
    await Promise.all(processes.map((each) => each.work()));
    expect(ran.toSorted((a, b) => Number(a) - Number(b))).toEqual(numbers);
    await Promise.all(processes.map((each) => each.stop()));
  });

  test('a failed job is tried again after growing pauses, the others of its kind wait with it, and a week ends it', async () => {
    const clock = fakeClock();
    const kind = newKind();
    const other = newKind();
    const tries: unknown[] = [];
    const released: string[] = [];
    const failing: JobKind = {
      kind,
      async run({ payload }) {
        tries.push(payload.n);
        throw new Error('write to somebody@example.org failed');
      },
      onRelease: async (_db, { attempts }, state) => void released.push(`${state} ${attempts}`),
    };
    const process = await startRunner(clock, failing, {
      kind: other,
      run: async () => void tries.push('other'),
    });
    await add(clock, kind, { n: 1 });
    clock.advance(1);
    await add(clock, kind, { n: 2 });
    await add(clock, other, {});
    await process.work();
    expect(tries.toSorted()).toEqual([1, 'other']);
    await getDatabase().db.deleteFrom('jobs').where('kind', '=', kind).where('attempts', '=', 0).execute();
    for (const attempts of [1, 2, 3]) {
      expect(await rowOf(kind)).toMatchObject({
        state: 'waiting',
        error: 'write to <e-mail> failed',
        attempts,
      });
      tries.length = 0;
      clock.advance(retryPauseS(attempts) - 10);
      await process.work();
      expect(tries).toEqual([]);
      clock.advance(10);
      await process.work();
      expect(tries).toEqual([1]);
    }
    clock.advance(7 * DAY_S);
    await process.work();
    expect(await rowOf(kind)).toMatchObject({ state: 'failed', attempts: 5, locked_by: null });
    expect(released).toEqual(['waiting 1', 'waiting 2', 'waiting 3', 'waiting 4', 'failed 5']);
    tries.length = 0;
    clock.advance(DAY_S);
    await process.work();
    expect(tries).toEqual([]);
    await process.stop();
  });

  test('an error that no attempt can mend fails the job at once, and the next job runs', async () => {
    const clock = fakeClock();
    const kind = newKind();
    const process = await startRunner(clock, {
      kind,
      isFinal: () => true,
      toReason: () => 'refused',
      async run({ payload }) {
        if (payload.isBad) throw new Error('no such mailbox');
      },
    });
    await add(clock, kind, { isBad: true }, { isBad: false });
    await process.work();
    expect(await rowsOf(kind)).toMatchObject([{ state: 'failed', error: 'refused', attempts: 1 }]);
    expect((await rowOf(kind)).finished_at).not.toBeNull();
    await process.stop();
  });

  test('a lease is taken over when its process has ended, and not before', async () => {
    const clock = fakeClock();
    const kind = newKind();
    let runs = 0;
    const process = await startRunner(clock, { kind, run: async () => void runs++ });
    await add(clock, kind, {});
    expect(await takeBy(clock, kind)).toBeDefined();
    expect(await takeBy(clock, kind)).toBeUndefined();
    clock.advance(59);
    await process.work();
    expect(runs).toBe(0);
    clock.advance(2);
    await process.work();
    expect(runs).toBe(1);
    expect(await rowsOf(kind)).toEqual([]);
    await process.stop();
  });

  test('a job that ends its process three times fails, however often it was postponed before', async () => {
    const clock = fakeClock();
    const kind = newKind();
    let runs = 0;
    const released: string[] = [];
    const process = await startRunner(clock, {
      kind,
      run: async () => void runs++,
      onRelease: async (_db, _job, state) => void released.push(state),
    });
    await add(clock, kind, {});
    await getDatabase().db.updateTable('jobs').set({ attempts: 20 }).where('kind', '=', kind).execute();
    for (const crashes of [1, 2]) {
      expect(await takeBy(clock, kind)).toBeDefined();
      clock.advance(61);
      await recoverLapsedJobs(getDatabase().db, clock, kind);
      expect(await rowOf(kind)).toMatchObject({ state: 'waiting', crashes });
    }
    expect(await takeBy(clock, kind)).toBeDefined();
    clock.advance(61);
    await process.work();
    expect([runs, released]).toEqual([0, ['failed']]);
    expect(await rowOf(kind)).toMatchObject({
      state: 'failed',
      crashes: 3,
      attempts: 23,
      error: 'the process ended before the job did',
    });
    await process.stop();
  });

  test('a process that stops gives its job back, which counts as no attempt, and starts no other', async () => {
    const clock = fakeClock();
    const kind = newKind();
    const started = gate();
    const first = await startRunner(clock, {
      kind,
      async run(_job, { signal }) {
        started.resolve();
        await new Promise((resolve) => signal.addEventListener('abort', resolve));
        signal.throwIfAborted();
      },
    });
    await add(clock, kind, { n: 1 }, { n: 2 });
    const working = first.work();
    await started.promise;
    await first.stop();
    await working;
    expect((await rowsOf(kind)).map(({ state, attempts, error }) => [state, attempts, error])).toEqual([
      ['waiting', 0, null],
      ['waiting', 0, null],
    ]);
    const ran: unknown[] = [];
    const next = await startRunner(clock, { kind, run: async ({ payload }) => void ran.push(payload.n) });
    await next.work();
    expect(ran).toEqual([1, 2]);
    await next.stop();
  });

  test('a process that has lost its lease writes no result', async () => {
    const clock = fakeClock();
    const kind = newKind();
    const isTakenOver = gate();
    const started = gate();
    const outcomes: string[] = [];
    const slow = await startRunner(clock, {
      kind,
      async run(_job, { signal, extendLease }) {
        started.resolve();
        await isTakenOver.promise;
        await extendLease({ rows: 1 }).catch((error: Error) => outcomes.push(error.name));
        outcomes.push(String(signal.aborted));
        await extendLease();
      },
    });
    await add(clock, kind, {});
    const working = slow.work();
    await started.promise;
    clock.advance(61);
    await recoverLapsedJobs(getDatabase().db, clock, kind);
    expect(await takeBy(clock, kind)).toMatchObject({ attempts: 2 });
    isTakenOver.resolve();
    await working;
    expect(outcomes).toEqual(['LeaseLostError', 'true']);
    expect(await rowOf(kind)).toMatchObject({ state: 'running', attempts: 2, progress: null });
    await slow.stop();
  });

  test('a running job keeps its lease by heartbeats and shows its progress', async () => {
    const clock = fakeClock();
    const kind = newKind();
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const reported: unknown[] = [];
    const process = await startRunner(clock, {
      kind,
      async run(_job, { extendLease }) {
        await extendLease({ rows: 7, of: 9 });
        clock.advance(59);
        vi.advanceTimersByTime(10_000);
        await vi.waitUntil(async () => (await leaseLeftS(kind, clock)) > 30);
        clock.advance(59);
        const { state, progress } = await rowOf(kind);
        reported.push(state, progress);
        expect(await takeBy(clock, kind)).toBeUndefined();
      },
    });
    await add(clock, kind, {});
    await process.work();
    vi.useRealTimers();
    expect(reported).toEqual(['running', { rows: 7, of: 9 }]);
    expect(await rowsOf(kind)).toEqual([]);
    await process.stop();
  });

  async function leaseLeftS(kind: string, clock: FakeClock): Promise<number> {
    const { locked_until } = await rowOf(kind);
    const { now } = await getDatabase().db.selectNoFrom(clock.now.as('now')).executeTakeFirstOrThrow();
    return (Number(locked_until) - Number(now)) / 1_000;
  }

  test('a periodic job runs once a period, in one process at a time, and keeps its last result', async () => {
    const clock = fakeClock();
    const kind = newKind();
    let [running, maxRunning, runs] = [0, 0, 0];
    const handler: JobKind = {
      kind,
      period: { everyS: 60 },
      async run() {
        maxRunning = Math.max(maxRunning, ++running);
        await new Promise((resolve) => setTimeout(resolve, 20));
        running -= 1;
        runs += 1;
        return { runs };
      },
    };
    const processes = [await startRunner(clock, handler), await startRunner(clock, handler)];
    const workAll = () => Promise.all(processes.map((each) => each.work()));
    await workAll();
    await workAll();
    expect([runs, maxRunning]).toEqual([1, 1]);
    clock.advance(61);
    await workAll();
    expect([runs, maxRunning]).toEqual([2, 1]);
    expect(await rowsOf(kind)).toMatchObject([
      { state: 'waiting', company_id: 0, every_s: 60, attempts: 0, result: { runs: 2 } },
    ]);
    await Promise.all(processes.map((each) => each.stop()));
  });

  test('a periodic job never fails for good, and one without work writes nothing', async () => {
    const clock = fakeClock();
    const kind = newKind();
    let hasWork = true;
    let isBroken = true;
    const process = await startRunner(clock, {
      kind,
      period: { everyS: 10, hasWork: async () => hasWork },
      async run() {
        if (isBroken) throw new Error('not now');
        hasWork = false;
      },
    });
    await process.work();
    clock.advance(8 * DAY_S);
    await process.work();
    expect(await rowOf(kind)).toMatchObject({ state: 'waiting', attempts: 2, error: 'not now' });
    isBroken = false;
    clock.advance(11);
    await process.work();
    const row = await rowOf(kind);
    expect(row).toMatchObject({ state: 'waiting', attempts: 0, error: null });
    clock.advance(11);
    await process.work();
    expect(await rowOf(kind)).toEqual(row);
    await process.stop();
  });

  test('work on the disk of a process is repeated by each of them', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'setTimeout', 'clearInterval', 'clearTimeout'] });
    const background = new BackgroundWork();
    const runner = new JobRunner({ database: getDatabase(), clock: fakeClock(), background });
    let runs = 0;
    runner.repeat({ name: 'test', everyS: 600, firstAfterS: 60, run: async () => void runs++ });
    runner.start(fastify().log);
    vi.spyOn(runner, 'poll').mockResolvedValue();
    vi.advanceTimersByTime(600_000);
    await background.idle();
    // The second tick came while the first run had not ended.
    expect(runs).toBe(1);
    vi.advanceTimersByTime(600_000);
    await background.idle();
    expect(runs).toBe(2);
    runner.stop();
    vi.advanceTimersByTime(600_000);
    await background.idle();
    vi.useRealTimers();
    expect(runs).toBe(2);
  });
});
