import { addActors, describeOnEachDatabase, startTestApp, type TestApp } from '@pgis/testkit';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { jobsCommand } from '../../src/cli/jobs.ts';
import { addJobs } from '../../src/jobs/jobTable.ts';

describeOnEachDatabase('pgis jobs', (getDatabase) => {
  let t: TestApp;
  let companyId: number;
  const ran: unknown[] = [];
  let isBroken = true;
  beforeAll(async () => {
    t = await startTestApp(getDatabase());
    t.deps.jobs.register({
      kind: 'test',
      isFinal: () => true,
      async run({ payload }) {
        if (isBroken) throw new Error(`no room for somebody@example.org`);
        ran.push(payload.n);
      },
    });
    await t.app.ready();
    await t.deps.background.idle();
    ({ companyId } = await addActors(getDatabase()));
  });
  afterAll(() => t[Symbol.asyncDispose]());
  beforeEach(async () => {
    ran.length = 0;
    isBroken = true;
    await getDatabase().db.deleteFrom('jobs').where('kind', '=', 'test').execute();
  });

  async function run(...args: string[]): Promise<string> {
    const lines: string[] = [];
    const code = await jobsCommand.run(args, {
      config: t.deps.config,
      openDatabase: async () => getDatabase(),
      print: (line) => lines.push(line),
    });
    expect(code).toBe(0);
    return lines.join('\n');
  }
  const add = (count: number) =>
    addJobs(
      getDatabase().db,
      t.clock,
      Array.from({ length: count }, (_, n) => ({ companyId, kind: 'test', payload: { n } })),
    );
  async function work(): Promise<void> {
    await t.deps.jobs.poll(['test']);
    await t.deps.background.idle();
  }

  test('jobs are listed by kind with state, attempts, next run and error, periodic ones too', async () => {
    await add(1);
    await work();
    await add(22);
    const all = await run();
    expect(all).toMatch(/^erase-addresses: 1 waiting$/m);
    expect(all).toMatch(/^test: 1 failed, 22 waiting$/m);
    const own = (await run('--kind', 'test')).split('\n');
    expect(own).toHaveLength(1 + 1 + 20 + 1);
    expect(own[2]).toMatch(/^ {2}\d+ +failed +1 {2}- +no room for <e-mail>$/);
    expect(own[3]).toMatch(/^ {2}\d+ +waiting +0 {2}\d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC$/);
    expect(own.at(-1)).toBe('  … and 3 more');
    expect(await run('--kind', 'other')).toBe('There are no jobs of kind other.');
  });

  test('a failed job is tried again, by its id or with all that have failed', async () => {
    await add(3);
    await work();
    const listed = await run('--kind', 'test');
    expect(listed).toContain('test: 3 failed');
    isBroken = false;
    const id = /^ {2}(\d+)/m.exec(listed)?.[1] ?? '';
    expect(await run('retry', id)).toBe(`Job ${id} is due now.`);
    await work();
    expect(ran).toEqual([0]);
    await expect(run('retry', id)).rejects.toThrow(`There is no failed or waiting job ${id}.`);
    expect(await run('retry', '--failed', '--kind', 'other')).toBe('0 failed jobs are due now.');
    expect(await run('retry', '--failed', '--kind', 'test')).toBe('2 failed jobs are due now.');
    await work();
    expect(ran).toEqual([0, 1, 2]);
    expect(await run('--kind', 'test')).toBe('There are no jobs of kind test.');
  });

  test.each([
    ['retry'],
    ['retry', '1', '--failed'],
    ['retry', '1', '--kind', 'test'],
    ['retry', 'one'],
    ['retry', '1', '2'],
    ['again'],
    ['--failed'],
  ])('arguments that do not fit are refused: %s', async (...args) => {
    await expect(run(...args)).rejects.toMatchObject({ name: 'UsageError' });
  });
});
