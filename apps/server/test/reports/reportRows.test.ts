import { addLayer, addObjects, describeOnEachDatabase } from '@pgis/testkit';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { prepareExport } from '../../src/features/reports/exports/prepareExport.ts';
import { RowPlaces, readPlaces } from '../../src/features/reports/exports/RowPlaces.ts';
import { type WrittenChunk, writeRows } from '../../src/features/reports/exports/reportRows.ts';
import type { UserActor } from '../../src/plugins/Actor.ts';
import { makeObjectWorld, type ObjectWorld } from '../objects/ObjectWorld.ts';

test('spans of places are cut from their texts, also from the beginning again', () => {
  const places = new RowPlaces({ ids: '{11,12,13}', places: '{"(0,1)","(0,22)","(3,4)"}' }, 3);
  expect(places.span(0, 2)).toEqual({ ids: '{11,12}', places: '{"(0,1)","(0,22)"}' });
  expect(places.span(2, 3)).toEqual({ ids: '{13}', places: '{"(3,4)"}' });
  expect(places.span(1, 3)).toEqual({ ids: '{12,13}', places: '{"(0,22)","(3,4)"}' });
});

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
    const wish = { actor: actor(), language: 'en', classId, format: 'csv', selection } as const;
    return { ids, classId, prepared: await prepareExport({ database }, wish) };
  }

  async function collect(written: AsyncIterable<WrittenChunk>): Promise<WrittenChunk[]> {
    const chunks: WrittenChunk[] = [];
    for await (const chunk of written) chunks.push(chunk);
    return chunks;
  }

  async function write(
    { prepared }: Awaited<ReturnType<typeof prepare>>,
    meanwhile: () => Promise<unknown>,
    most = 1_000,
  ): Promise<{ rows: string[]; done: number[] }> {
    const database = getDatabase();
    const places = await readPlaces(database, prepared, most);
    await meanwhile();
    const chunks = await collect(writeRows(database, prepared, places, 3));
    const text = Buffer.concat(chunks.map(({ bytes }) => bytes)).toString();
    return { rows: text.split('\r\n').slice(1, -1), done: chunks.map(({ done }) => done) };
  }

  test('API-GEOM-15: each row once, in the order of the beginning, with its values of now', async () => {
    const { db } = getDatabase();
    const report = await prepare(['a', 'b', 'c', 'd', 'e']);
    const [a, b, c, d, e] = report.ids;
    const { rows } = await write(report, async () => {
      await sql`UPDATE geoms SET name = 'z' WHERE id = ${a}`.execute(db);
      await sql`UPDATE geoms SET name = 'B', version = version + 1 WHERE id = ${b}`.execute(db);
      await sql`UPDATE geoms SET deleted_at = now() WHERE id = ${c}`.execute(db);
    });
    expect(rows).toEqual([`${e},"e"`, `${d},"d"`, `${b},"B"`, `${a},"z"`]);
  });

  test('a row that stands where another stood is not taken for it', async () => {
    const database = getDatabase();
    const { ids, prepared } = await prepare(['a', 'b']);
    const [a, b] = ids;
    const { rows: kept } = await sql<{ at: string }>`
      SELECT ctid::text AS at FROM geoms WHERE id = ANY(${ids}::bigint[]) ORDER BY id`.execute(database.db);
    const swapped = new RowPlaces({ ids: `{${a},${b}}`, places: `{"${kept[1]?.at}","${kept[0]?.at}"}` }, 2);
    const chunks = await collect(writeRows(database, prepared, swapped));
    expect(String(chunks[1]?.bytes)).toBe(`${a},"a"\r\n${b},"b"\r\n`);
  });

  test('the file goes on where all rows of a piece are gone, and is complete past several of them', async () => {
    const { db } = getDatabase();
    const names = Array.from({ length: 1_203 }, (_, n) => `n${String(n).padStart(5, '0')}`);
    const report = await prepare(names);
    const gone = report.ids.slice(0, 600);
    const { rows, done } = await write(
      report,
      () => sql`UPDATE geoms SET deleted_at = now() WHERE id = ANY(${gone}::bigint[])`.execute(db),
      1_200,
    );
    const expected = report.ids.map((id, n) => `${id},"${names[n]}"`);
    expect(rows).toEqual(expected.slice(600).reverse());
    expect([done.at(0), done.at(-1)]).toEqual([0, 1_200]);
  });
});
