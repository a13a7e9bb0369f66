import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { type ErrorBody, limits, type ReportExport } from '@pgis/contract';
import {
  actorPassword,
  addLayer,
  addObjects,
  describeOnEachDatabase,
  type SignedIn,
  signIn,
  startTestApp,
  type TestApp,
} from '@pgis/testkit';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { inTransaction } from '../../src/db/inTransaction.ts';
import { deleteExports } from '../../src/features/reports/exports/deleteExports.ts';
import { createUser } from '../../src/features/users/createUser.ts';
import { makeObjectWorld, type ObjectWorld, type Requester } from '../objects/ObjectWorld.ts';
import { addExportJob } from './addExportJob.ts';

const ROWS = 1_203;
const formats = ['csv', 'xlsx', 'geojson', 'gpkg', 'shp'] as const;

/** A user of the world, or one that a test has added. */
type Sender = Requester | SignedIn;

describeOnEachDatabase('files of reports while they are written', (getDatabase, itOnce) => {
  let world: ObjectWorld;
  let layer: number;
  beforeAll(async () => {
    world = await makeObjectWorld(getDatabase());
    layer = await newLayer(ROWS);
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.restoreAllMocks();
  });
  afterAll(() => world[Symbol.asyncDispose]());

  async function newLayer(count: number): Promise<number> {
    const classId = await addLayer(getDatabase(), { groupId: world.roadsGroup, name: 'Koki' });
    await addObjects(
      getDatabase(),
      Array.from({ length: count }, (_, n) => ({ classId, name: `n${n}` })),
    );
    return classId;
  }
  const headersOf = (sender: Sender) =>
    typeof sender === 'string' ? world.headersOf(sender) : sender.headers;
  const call = <T>(
    method: 'GET' | 'POST' | 'DELETE',
    path: string,
    {
      requester = 'reader',
      t = world.t,
      payload,
    }: { requester?: Sender; t?: TestApp; payload?: object } = {},
  ) =>
    t.call<T & ErrorBody>({
      method,
      url: `/api/v1/${path}`,
      headers: { ...headersOf(requester), 'accept-language': 'en' },
      ...(payload && { payload }),
    });
  const order = async ({
    requester,
    t,
    ...body
  }: {
    requester?: Sender;
    t?: TestApp;
    classId?: number;
    format?: string;
  } = {}) => {
    const payload = { classId: layer, format: 'csv', columns: ['id', 'name'], ...body };
    const { status, json } = await call<ReportExport>('POST', 'reports/exports', {
      ...(requester && { requester }),
      ...(t && { t }),
      payload,
    });
    expect(status).toBe(201);
    return json.id;
  };
  const readExport = async (id: number, requester: Sender = 'reader') =>
    (await call<ReportExport>('GET', `reports/exports/${id}`, { requester })).json;
  const finished = async (id: number, requester: Sender = 'reader') => {
    await world.t.deps.background.idle();
    return await readExport(id, requester);
  };
  const remove = (id: number, requester: Sender = 'reader') =>
    call('DELETE', `reports/exports/${id}`, { requester });
  const fileOf = (id: number, requester: Sender = 'reader') =>
    call('GET', `reports/exports/${id}/file`, { requester });
  const attemptsOf = async (id: number) =>
    await getDatabase()
      .db.selectFrom('report_exports')
      .select(['state', 'attempts'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
  const logged = async (classId: number) =>
    (
      await getDatabase()
        .db.selectFrom('audit_log')
        .select('id')
        .where('action', '=', 'EXPORT')
        .where('entity_id', '=', classId)
        .execute()
    ).length;
  const orphanedBlobs = async () =>
    (await getDatabase().db.selectFrom('loose_blobs').select('blob_key').execute()).map(
      ({ blob_key }) => blob_key,
    );
  const spooled = () => readdir(join(world.t.deps.config.dataDir, 'files', 'incoming'));

  /** Runs `meanwhile` before a file is written and after its rows are known. */
  function whileWriting(t: TestApp, meanwhile: () => Promise<unknown>): void {
    const { tempStore } = t.deps.storage;
    const open = tempStore.open.bind(tempStore);
    vi.spyOn(tempStore, 'open').mockImplementationOnce(async () => {
      await meanwhile();
      return await open();
    });
  }
  /** Runs `meanwhile` after a file is written and before it is stored. */
  function beforeStoring(meanwhile: (key: string) => Promise<unknown>) {
    const { blobs } = world.t.deps.storage;
    const put = blobs.put.bind(blobs);
    return vi.spyOn(blobs, 'put').mockImplementationOnce(async (key, path) => {
      await meanwhile(key);
      await put(key, path);
    });
  }
  /** Each chunk of a file takes a second, so that each reports its progress. */
  function slowly(): void {
    const now = Date.now.bind(Date);
    let passed = 0;
    vi.spyOn(Date, 'now').mockImplementation(() => {
      passed += 1_000;
      return now() + passed;
    });
  }

  test('how far a file is can be read while it is written', async () => {
    slowly();
    let duringRun: ReportExport | undefined;
    beforeStoring(async () => {
      duringRun = await readExport(await ordered);
    });
    const ordered = order();
    const done = await finished(await ordered);
    expect(duringRun).toMatchObject({ state: 'running', rowsTotal: ROWS, size: null });
    expect(duringRun?.rowsDone).toBeGreaterThan(0);
    expect([done.state, done.rowsDone, done.rowsTotal]).toEqual(['done', ROWS, ROWS]);
  });

  test('a server that is at it says so also while nothing can be noted', async () => {
    const { db } = getDatabase();
    const leaseOf = async (exportId: number) =>
      (
        await db
          .selectFrom('jobs')
          .select('locked_until')
          .where(sql<number>`(payload ->> 'exportId')::bigint`, '=', exportId)
          .executeTakeFirstOrThrow()
      ).locked_until;
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    let beats: (Date | null)[] = [];
    beforeStoring(async () => {
      const id = await ordered;
      const before = await leaseOf(id);
      vi.advanceTimersByTime(10_000);
      await vi.waitUntil(async () => Number(await leaseOf(id)) > Number(before));
      beats = [before, await leaseOf(id)];
    });
    const ordered = order();
    expect((await finished(await ordered)).state).toBe('done');
    expect(beats).toHaveLength(2);
    expect(vi.getTimerCount()).toBe(0);
  });

  test.each(formats)('one that is cancelled while it is written stops: %s', async (format) => {
    const own = await newLayer(ROWS);
    slowly();
    const put = vi.spyOn(world.t.deps.storage.blobs, 'put');
    let removed = 0;
    whileWriting(world.t, async () => {
      removed = (await remove(await ordered)).status;
    });
    const ordered = order({ classId: own, format });
    const id = await ordered;
    await world.t.deps.background.idle();
    expect([removed, put.mock.calls.length, await logged(own), await spooled()]).toEqual([204, 0, 0, []]);
    expect((await fileOf(id)).status).toBe(404);
  });

  test('one that is cancelled when it is all but done leaves a blob for the sweep, and nothing else', async () => {
    const own = await newLayer(3);
    let key = '';
    let removed = 0;
    beforeStoring(async (blobKey) => {
      key = blobKey;
      removed = (await remove(await ordered)).status;
    });
    const ordered = order({ classId: own });
    const id = await ordered;
    await world.t.deps.background.idle();
    expect(await orphanedBlobs()).toContain(key);
    expect([removed, (await fileOf(id)).status, await logged(own)]).toEqual([204, 404, 0]);
  });

  itOnce('a user cannot cancel somebody else’s file', async () => {
    const id = await order();
    await finished(id);
    for (const requester of ['writer', 'unitAdmin', 'moduleAdmin', 'foreigner'] as const)
      expect([requester, (await remove(id, requester)).status]).toEqual([requester, 404]);
    expect((await fileOf(id)).status).toBe(200);
  });

  /** Another server on the same database and the same files. */
  const startServer = () => startTestApp(getDatabase(), { deps: { storage: world.t.deps.storage } });

  test('a server that is stopped in the middle leaves the file to the next one, which begins it at its start', async () => {
    const own = await newLayer(ROWS);
    const first = await startServer();
    let closing: PromiseLike<void> | undefined;
    whileWriting(first, async () => {
      await ordered;
      closing = first[Symbol.asyncDispose]();
      // These turns of the event loop let the abort reach the writer.
      for (let turn = 0; turn < 100; turn += 1) await new Promise((resolve) => setImmediate(resolve));
    });
    const ordered = order({ t: first, classId: own });
    const id = await ordered;
    await first.deps.background.idle();
    await closing;
    expect(await attemptsOf(id)).toEqual({ state: 'waiting', attempts: 0 });
    expect([await logged(own), await spooled()]).toEqual([0, []]);
    await using next = await startServer();
    await next.app.ready();
    await next.deps.background.idle();
    expect(await attemptsOf(id)).toEqual({ state: 'done', attempts: 1 });
    const { text } = await fileOf(id);
    expect([text.split('\r\n').length, await logged(own)]).toEqual([ROWS + 2, 1]);
  });

  test('two servers write each file once', async () => {
    const own = await newLayer(30);
    await using other = await startServer();
    const requesters = ['reader', 'writer', 'unitAdmin', 'moduleAdmin'] as const;
    const orders = requesters.flatMap((requester) =>
      [world.t, other, world.t].map((t) => ({ requester, t })),
    );
    const ids = await Promise.all(orders.map((one) => order({ ...one, classId: own })));
    await Promise.all([world.t, other].map(({ deps }) => deps.background.idle()));
    for (const id of ids) expect(await attemptsOf(id)).toEqual({ state: 'done', attempts: 1 });
    expect(await logged(own)).toBe(ids.length);
    for (const [at, id] of ids.entries())
      expect((await fileOf(id, orders[at]?.requester)).text.split('\r\n').length).toBe(32);
    for (const [at, id] of ids.entries()) await remove(id, orders[at]?.requester);
  });

  itOnce.each(formats)('a full disk fails the file and nothing else: %s', async (format) => {
    const { storage } = world.t.deps;
    const own = await newLayer(ROWS);
    const full = Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
    const open = storage.tempStore.open.bind(storage.tempStore);
    vi.spyOn(storage.tempStore, 'open').mockImplementationOnce(async () => {
      const folder = await open();
      // Writing to this path fails.
      folder.newPath = () => '/dev/null/full';
      return folder;
    });
    const whileWritten = await order({ classId: own, format });
    expect(await finished(whileWritten)).toMatchObject({ state: 'failed', size: null });
    vi.spyOn(storage.blobs, 'put').mockRejectedValueOnce(full);
    const whenStored = await order({ classId: own, format });
    expect(await finished(whenStored)).toMatchObject({ state: 'failed', size: null });
    expect([await spooled(), await logged(own)]).toEqual([[], 0]);
    for (const id of [whileWritten, whenStored]) {
      expect((await fileOf(id)).status).toBe(404);
      expect((await remove(id)).status).toBe(204);
    }
    // The queue has room again.
    const id = await order({ classId: own, format });
    expect(await finished(id)).toMatchObject({ state: 'done', rowsDone: ROWS });
    await remove(id);
  });

  test('more rows than a worksheet holds fail as a workbook and not as a table', async () => {
    const maxRows = limits.xlsxRows;
    const setMaxRows = (rows: number) => Object.assign(limits, { xlsxRows: rows });
    const three = await newLayer(3);
    try {
      for (const [rows, state] of [
        [3, 'done'],
        [2, 'failed'],
      ] as const) {
        setMaxRows(rows);
        const { problem, ...file } = await finished(await order({ classId: three, format: 'xlsx' }));
        expect([file.state, problem]).toEqual([state, state === 'failed' ? 'TOO_MANY_ROWS' : null]);
      }
      expect((await finished(await order({ classId: three, format: 'csv' }))).state).toBe('done');
    } finally {
      setMaxRows(maxRows);
    }
  });

  /** Puts an export back to `waiting`, as if no server had begun it. */
  const setWaiting = async (id: number, expires = '1 day') => {
    const { db } = getDatabase();
    await sql`UPDATE report_exports SET state = 'waiting', blob_key = NULL, rows_done = 0,
      expires_at = now() + ${expires}::interval WHERE id = ${id}`.execute(db);
    await addExportJob(db, world.t.clock, id);
  };

  test('what has expired is not begun any more, and goes', async () => {
    const id = await order();
    await finished(id);
    await setWaiting(id, '-1 second');
    await finished(await order());
    expect(await attemptsOf(id)).toEqual({ state: 'waiting', attempts: 1 });
    expect((await call('GET', `reports/exports/${id}`)).status).toBe(404);
    await deleteExports(world.t.deps);
    await expect(attemptsOf(id)).rejects.toThrow();
  });

  /** Adds a user like the writer, whose rights a test may take away. */
  async function addWriter(): Promise<SignedIn> {
    const { companyId } = world.own;
    const email = `clerk@company${companyId}.example`;
    const group = await getDatabase()
      .db.selectFrom('groups')
      .select('id')
      .where('company_id', '=', companyId)
      .where('name', '=', 'Roads Write')
      .executeTakeFirstOrThrow();
    await inTransaction(getDatabase(), {}, (db) =>
      createUser(db, {
        companyId,
        email,
        password: actorPassword,
        firstLogin: false,
        firstName: 'clerk',
        groupIds: [group.id],
      }),
    );
    return await signIn(world.t, { email, password: actorPassword });
  }

  test('D-PERM-01 D-PERM-06: the rights are those of when the file is written and fetched', async () => {
    const own = await newLayer(2);
    const clerk = await addWriter();
    const written = await order({ requester: clerk, classId: own });
    const waiting = await order({ requester: clerk, classId: own });
    await finished(waiting, clerk);
    const again = async () => {
      await setWaiting(waiting);
      await finished(await order());
      return (await attemptsOf(waiting)).state;
    };
    // The layer moves to a unit where the user has no level.
    const move = (groupId: number) =>
      sql`UPDATE classifiers SET parent_id = ${groupId} WHERE id = ${own}`.execute(getDatabase().db);
    await move(world.forestsGroup);
    expect([await again(), (await fileOf(written, clerk)).status]).toEqual(['failed', 403]);
    await move(world.roadsGroup);
    expect([await again(), (await fileOf(written, clerk)).status]).toEqual(['done', 200]);
    // The layer is deleted.
    const hide = (isDeleted: boolean) =>
      sql`UPDATE classifiers SET deleted_at = ${isDeleted ? sql`now()` : null} WHERE id = ${own}`.execute(
        getDatabase().db,
      );
    await hide(true);
    expect([await again(), (await fileOf(written, clerk)).status]).toEqual(['failed', 404]);
    await hide(false);
    // The user is disabled, also while the file is being written.
    const disable = () =>
      call('POST', `user/${clerk.user.userId}/status/disabled`, { requester: 'moduleAdmin' });
    await setWaiting(waiting);
    expect((await disable()).status).toBe(204);
    await finished(await order());
    expect((await attemptsOf(waiting)).state).toBe('failed');
    expect((await fileOf(written, clerk)).status).toBe(401);
  });
});
