import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { addLayer, addObjects, describeOnEachDatabase } from '@pgis/testkit';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { UserActor } from '../../src/access/Actor.ts';
import { prepareExport } from '../../src/features/reports/exports/prepareExport.ts';
import { type FileRows, openRows } from '../../src/features/reports/exports/reportRows.ts';
import { streamCsv } from '../../src/features/reports/exports/streamCsv.ts';
import { makeObjectWorld, type ObjectWorld } from '../objects/ObjectWorld.ts';

describeOnEachDatabase('rows of a file that change while it is written', (getDatabase) => {
  let world: ObjectWorld;
  beforeAll(async () => {
    world = await makeObjectWorld(getDatabase());
  });
  afterAll(() => world[Symbol.asyncDispose]());

  const actor = (): UserActor => ({
    kind: 'user',
    userId: world.own.users.moduleAdmin.id,
    companyId: world.own.companyId,
    userName: 'Admin',
    language: 'en',
    unitLevels: new Map(),
    moduleAdmin: true,
    hasCustomReports: false,
    firstLogin: false,
    sessionId: '',
    address: '',
  });

  async function prepare(names: readonly string[]) {
    const database = getDatabase();
    const classId = await addLayer(database, { groupId: world.roadsGroup });
    const ids = await addObjects(
      database,
      names.map((name) => ({ classId, name })),
    );
    const selection = { columns: ['id', 'name'], sort: '-name' };
    const request = { actor: actor(), language: 'en', layerId: classId, format: 'csv', selection } as const;
    return { ids, classId, prepared: await prepareExport({ database }, request) };
  }

  /** Reads the remaining rows; returns them and how many had been read with each chunk. */
  async function collect({ bytes, done }: FileRows): Promise<{ rows: string[]; done: number[] }> {
    const all: Buffer[] = [];
    const steps: number[] = [];
    for await (const chunk of bytes) {
      all.push(chunk);
      steps.push(done());
    }
    return { rows: String(Buffer.concat(all)).split('\r\n').slice(1, -1), done: steps };
  }

  const names = (count: number) => Array.from({ length: count }, (_, n) => `n${String(n).padStart(5, '0')}`);
  const open = ({ prepared }: Awaited<ReturnType<typeof prepare>>, limit = 1_000_000) =>
    openRows(getDatabase(), prepared, { limit });

  test('API-GEOM-15: each row once, in its order, as it was when its piece was read', async () => {
    const database = getDatabase();
    const report = await prepare(['a', 'b', 'c', 'd', 'e']);
    const [a, b, c, d, e] = report.ids;
    const file = await open(report);
    expect(file.count).toBe(5);
    await sql`UPDATE geoms SET name = 'z' WHERE id = ${a}`.execute(database.db);
    await sql`UPDATE geoms SET deleted_at = now() WHERE id = ${c}`.execute(database.db);
    const { rows, done } = await collect(file);
    // The embedded engine keeps the order of the beginning, PostgreSQL reads all rows at one moment.
    const inOrder = {
      embedded: [`${e},"e"`, `${d},"d"`, `${b},"b"`, `${a},"z"`],
      postgres: [`${a},"z"`, `${e},"e"`, `${d},"d"`, `${b},"b"`],
    };
    expect(rows).toEqual(inOrder[database.kind]);
    expect(done.at(-1)).toBe(4);
  });

  test('PostgreSQL: what is changed or deleted while a file is written does not tear it', async ({
    skip,
  }) => {
    const { kind, db } = getDatabase();
    skip(kind === 'embedded', 'there a file is read in pieces, and others have their turn in between');
    const report = await prepare(names(6_000));
    const file = await open(report);
    const first = await file.bytes.next();
    await sql`UPDATE geoms SET name = 'aaa' WHERE id = ANY(${report.ids.slice(0, 3_000)}::bigint[])`.execute(
      db,
    );
    await sql`UPDATE geoms SET deleted_at = now() WHERE id = ANY(${report.ids.slice(3_000)}::bigint[])`.execute(
      db,
    );
    const { rows } = await collect(file);
    expect(String(first.value).split('\r\n').slice(1, -1).length + rows.length).toBeGreaterThan(5_990);
    expect(rows.at(-1)).toBe(`${report.ids[0]},"n00000"`);
  });

  test('a file is complete past several pieces, also where all rows of one are gone, and ends where told', async () => {
    const { db, kind } = getDatabase();
    const all = names(1_203);
    const report = await prepare(all);
    const expected = report.ids.map((id, n) => `${id},"${all[n]}"`).reverse();
    expect((await collect(await open(report))).rows).toEqual(expected);

    const some = await open(report, 1_200);
    expect(some.count).toBe(1_200);
    if (kind === 'embedded') {
      const deletedIds = report.ids.slice(303, 903);
      await sql`UPDATE geoms SET deleted_at = now() WHERE id = ANY(${deletedIds}::bigint[])`.execute(db);
    }
    const { rows, done } = await collect(some);
    expect(rows).toEqual(
      kind === 'embedded'
        ? [...expected.slice(0, 300), ...expected.slice(900, 1_200)]
        : expected.slice(0, 1_200),
    );
    expect(done.at(-1)).toBe(rows.length);
  });

  test('API-GEOM-15: a slow reader holds no connection, and gets the whole file all the same', async () => {
    const { pool } = getDatabase();
    const { deps } = world.t;
    const classId = await addLayer(getDatabase(), { groupId: world.roadsGroup });
    const description = 'x'.repeat(4_000);
    const ids = await addObjects(
      getDatabase(),
      names(3_000).map((name) => ({ classId, name, description })),
    );
    const selection = { columns: ['id', 'description'], sort: 'name' };
    const slow = await streamCsv(
      deps,
      { actor: actor(), language: 'en', layerId: classId, selection },
      { requestId: randomUUID(), signal: new AbortController().signal },
    );
    const first = (await once(slow, 'readable').then(() => slow.read(10))) as Buffer;
    await expect.poll(() => pool.totalCount - pool.idleCount, { timeout: 10_000 }).toBe(0);
    const spooled = join(deps.config.dataDir, 'files', 'incoming');
    await expect.poll(() => readdir(spooled).catch(() => [])).toHaveLength(1);
    const rest = await buffer(slow);
    const lines = String(Buffer.concat([first, rest]))
      .split('\r\n')
      .slice(1, -1);
    expect(lines).toEqual(ids.map((id) => `${id},"${description}"`));
    expect(await readdir(spooled)).toEqual([]);

    const streamed = await streamCsv(
      deps,
      { actor: actor(), language: 'en', layerId: classId, selection },
      { requestId: randomUUID(), signal: new AbortController().signal },
    );
    streamed.destroy();
    await expect.poll(() => pool.totalCount - pool.idleCount).toBe(0);
    await expect.poll(() => readdir(spooled)).toEqual([]);
  });
});
