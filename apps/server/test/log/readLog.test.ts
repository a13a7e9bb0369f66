import { type ErrorBody, type LogRow, limits } from '@pgis/contract';
import { inTransaction } from '@pgis/server';
import { type ActorCompany, addLayer, addObject, describeOnEachDatabase } from '@pgis/testkit';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { audit } from '../../src/audit/audit.ts';
import { makeObjectWorld, type ObjectWorld, type Requester } from '../objects/ObjectWorld.ts';

type Page = { items: LogRow[]; next: number | null } & ErrorBody;

describeOnEachDatabase('reading the log', (getDatabase) => {
  let world: ObjectWorld;
  let own: ActorCompany;
  let layer: number;
  beforeAll(async () => {
    world = await makeObjectWorld(getDatabase());
    own = world.own;
    layer = await addLayer(getDatabase(), { groupId: world.roadsGroup, fields: ['state'] });
    await addRows(250);
  });
  afterAll(() => world[Symbol.asyncDispose]());

  /** Adds rows, one a minute, some years ago; every tenth is about a layer of the unit Roads, by the writer. */
  const addRows = (count: number) =>
    sql`INSERT INTO audit_log (company_id, id, at, user_id, user_name, ip, action, entity, entity_id, entity_name,
                               unit_id, layer_id, details)
      SELECT ${own.companyId}::integer, new_id(${own.companyId}, 'audit_seq'),
             '2020-01-01T00:00:00Z'::timestamptz + make_interval(mins => i),
             CASE WHEN i % 10 = 0 THEN ${own.users.writer.id}::bigint END, CASE WHEN i % 10 = 0 THEN 'Wri Ter' ELSE '' END,
             '10.1.1.1', CASE WHEN i % 2 = 0 THEN 'OBJECT_CHANGED' ELSE 'GROUP_UPDATED' END,
             CASE WHEN i % 2 = 0 THEN 'object' ELSE 'group' END, 1000 + i, 'Ērgļu iela ' || i,
             CASE WHEN i % 10 = 0 THEN ${own.units.roads}::bigint END, CASE WHEN i % 10 = 0 THEN ${layer}::bigint END,
             jsonb_build_object('old', jsonb_build_object('geometry', jsonb_build_object('kind', 1, 'wkt', 'POINT(1 2)'),
                                                          'name', '=cmd|x'),
                                'new', jsonb_build_object('name', 'Šķūņu "laukums" ' || i))
      FROM generate_series(1, ${count}::integer) AS i`.execute(getDatabase().db);

  const past = { _from: '2020-01-01T00:00:00Z', _to: '2020-12-31T00:00:00Z' };
  const ask = <T = Page>(
    path: string,
    query: Record<string, string | number> = {},
    requester: Requester = 'moduleAdmin',
  ) =>
    world.t.call<T>({
      url: `/api/v1/log${path}?${new URLSearchParams(Object.entries(query).map(([k, v]) => [k, String(v)]))}`,
      headers: world.headersOf(requester),
    });
  const numbersOf = ({ items }: Page) => items.map(({ entityId }) => (entityId ?? 0) - 1000);
  const descending = (from: number, to: number, step = 1) =>
    Array.from({ length: Math.floor((from - to) / step) + 1 }, (_, i) => from - i * step);

  test('D-LOG-01: the newest come first, page after page, each row once', async () => {
    const listedIds: number[] = [];
    for (let before: number | undefined, pages = 0; pages < 10; pages += 1) {
      const { status, json } = await ask('', { ...past, ...(before !== undefined && { _before: before }) });
      expect(status).toBe(200);
      expect(json.items.length).toBeLessThanOrEqual(limits.logPageRows);
      listedIds.push(...numbersOf(json));
      if (json.next === null) break;
      before = json.next;
    }
    expect(listedIds).toEqual(descending(250, 1));
  });

  test('D-LOG-01: a row about the tree says which kind of node it is, also when that is deleted since', async () => {
    const { db } = getDatabase();
    const deleted = await addLayer(getDatabase(), { groupId: world.roadsGroup });
    await inTransaction(getDatabase(), {}, async (tx) => {
      for (const entityId of [world.roadsGroup, deleted])
        await audit(tx, {
          actor: undefined,
          companyId: own.companyId,
          action: 'CLASSIFIER_DELETED',
          entity: 'classifier',
          entityId,
        });
    });
    await db.updateTable('classifiers').set({ deleted_at: new Date() }).where('id', '=', deleted).execute();
    const { json } = await ask('', { _action: 'CLASSIFIER_DELETED' });
    expect(json.items.map(({ entityId, entityKind }) => [entityId, entityKind])).toEqual([
      [deleted, 'layer'],
      [world.roadsGroup, 'group'],
    ]);
  });

  test('D-LOG-01: a row has all that is asked for, and a list leaves the points of shapes out', async () => {
    const { json } = await ask('', { ...past, _size: 1 });
    const [row] = json.items;
    expect(row).toEqual({
      id: json.next,
      at: '2020-01-01T04:10:00.000Z',
      companyId: own.companyId,
      userId: own.users.writer.id,
      userName: 'Wri Ter',
      ip: '10.1.1.1',
      action: 'OBJECT_CHANGED',
      entity: 'object',
      entityId: 1250,
      entityName: 'Ērgļu iela 250',
      entityKind: null,
      unitId: own.units.roads,
      layerId: layer,
      result: 'ok',
      details: { old: { geometry: { kind: 1 }, name: '=cmd|x' }, new: { name: 'Šķūņu "laukums" 250' } },
      requestId: '',
    });
    const single = await ask<LogRow>(`/${row?.id}`);
    expect(single.json.details.old).toEqual({ geometry: { kind: 1, wkt: 'POINT(1 2)' }, name: '=cmd|x' });
  });

  test.each<[string, Record<string, string | number>, number[]]>([
    ['period', { _from: '2020-01-01T00:10:00Z', _to: '2020-01-01T00:13:00Z' }, [12, 11, 10]],
    ['action', { _action: 'GROUP_UPDATED', _size: 3 }, [249, 247, 245]],
    ['entity', { _entity: 'group', _size: 2 }, [249, 247]],
    ['object', { _entity: 'object', _entityId: 1100 }, [100]],
    ['text in a name', { _q: 'ergļu IELA 77' }, [77]],
    ['text in what changed', { _q: 'skunu "laukums" 33' }, [33]],
    ['nothing', { _q: 'xyzzy' }, []],
  ])('filter by %s', async (_, query, expected) => {
    const { json } = await ask('', { ...past, ...query });
    expect(numbersOf(json)).toEqual(expected);
  });

  test('filter by user and by layer', async () => {
    for (const [name, id] of [
      ['_user', own.users.writer.id],
      ['_layer', layer],
    ] as const)
      expect(numbersOf((await ask('', { ...past, [name]: id })).json)).toEqual(descending(250, 10, 10));
  });

  test('D-PERM-05: the Admin of a unit reads the rows of their units, and no others', async () => {
    const { json } = await ask('', past, 'unitAdmin');
    expect(numbersOf(json)).toEqual(descending(250, 10, 10));
    const all = (await ask('', past)).json.items;
    const foreign = all.find(({ unitId }) => unitId === null);
    expect((await ask(`/${foreign?.id}`, {}, 'unitAdmin')).status).toBe(404);
    expect((await ask(`/${json.items[0]?.id}`, {}, 'unitAdmin')).status).toBe(200);
    expect((await ask('/csv', past, 'unitAdmin')).text.split('\r\n')).toHaveLength(25 + 2);
    for (const path of ['', '/csv', `/${json.items[0]?.id}`])
      for (const [requester, status] of [
        ['visitor', 401],
        ['nobody', 403],
        ['reader', 403],
        ['writer', 403],
      ] as const)
        expect([path, requester, (await ask(path, past, requester)).status]).toEqual([
          path,
          requester,
          status,
        ]);
    expect((await ask('', past, 'foreigner')).json.items).toEqual([]);
    expect((await ask(`/${json.items[0]?.id}`, {}, 'foreigner')).status).toBe(404);
  });

  test('what is no filter is refused with its name', async () => {
    for (const [name, value] of [
      ['_size', 0],
      ['_size', limits.logPageRows + 1],
      ['_from', 'yesterday'],
      ['_action', 'OBJECT_EATEN'],
      ['_entity', 'x'],
      ['_user', 'me'],
      ['_q', 'x'.repeat(limits.logQueryLength + 1)],
      ['_sort', 'id'],
    ] as const) {
      const { status, json } = await ask('', { [name]: value });
      expect([name, status, json.errors?.[0]?.path]).toEqual([name, 400, `query/${name}`]);
    }
    expect((await ask('', { _q: 'x'.repeat(limits.logQueryLength) })).status).toBe(200);
    expect((await ask('', { _size: limits.logPageRows })).status).toBe(200);
  });

  test('a text is looked for in so many rows at a time, and the next page goes on behind them', async () => {
    const { companyId } = world.foreign;
    const needle = 'a needle';
    await sql`INSERT INTO audit_log (company_id, id, at, action, entity, entity_name)
      SELECT ${companyId}::integer, new_id(${companyId}, 'audit_seq'), now() - make_interval(secs => i), 'LOGIN', 'user',
             CASE WHEN i > ${limits.logRowsSearched + 500}::integer THEN ${needle} ELSE 'hay' END
      FROM generate_series(1, ${limits.logRowsSearched + 503}::integer) AS i`.execute(getDatabase().db);
    const query = { _q: needle, _from: '2021-01-01T00:00:00Z' };
    const first = await ask('', query, 'foreigner');
    expect([first.json.items, first.json.next]).toEqual([[], expect.any(Number)]);
    const second = await ask('', { ...query, _before: first.json.next ?? 0 }, 'foreigner');
    expect([second.json.items.length, second.json.next]).toEqual([3, null]);
  });

  test('D-LOG-01 D-OBJ-09: the CSV file holds what the filter finds, no formula, in the reader’s language', async () => {
    await sql`INSERT INTO audit_log (company_id, id, at, user_name, action, entity, entity_name)
      VALUES (${own.companyId}, new_id(${own.companyId}, 'audit_seq'), '2019-01-01', '@SUM(1)', 'LOGIN', 'user',
              ${'=HYPERLINK("x")'})`.execute(getDatabase().db);
    const query = { _to: '2020-01-01T00:03:00Z' };
    const { status, text, headers } = await ask('/csv', query);
    expect([status, headers['content-type']]).toEqual([200, 'text/csv; charset=utf-8']);
    expect(headers['content-disposition']).toContain('attachment; filename="log.csv"');
    const lines = text.split('\r\n');
    expect(lines).toHaveLength(5);
    expect(lines[0]).toMatch(/^\uFEFFId,Time \(UTC\),User,Address,/);
    expect(lines[1]).toContain(',2020-01-01T00:02:00.000Z,');
    expect(lines[3]).toContain(`,'@SUM(1),,LOGIN,user,,"'=HYPERLINK(""x"")",`);
    const { text: latvian } = await world.t.call({
      url: '/api/v1/log/csv?_to=2020-01-01T00:03:00Z',
      headers: { ...world.headersOf('moduleAdmin'), 'accept-language': 'lv' },
    });
    expect(latvian).toMatch(/^\uFEFFId;Laiks \(UTC\);/);
    const [exportRow] = (await ask('', { _action: 'EXPORT' })).json.items;
    expect(exportRow).toMatchObject({
      entity: 'log',
      userName: 'moduleAdmin',
      details: { rows: 3, filter: { _to: '2020-01-01T00:03:00Z' } },
    });
  });

  test(`a file takes ${limits.logCsvRows} rows; one more is refused`, async () => {
    const { companyId } = world.foreign;
    const add = (count: number) =>
      inTransaction(getDatabase(), { statementMs: 0 }, (db) =>
        sql`INSERT INTO audit_log (company_id, id, at, action, entity)
        SELECT ${companyId}::integer, new_id(${companyId}, 'audit_seq'), '2018-01-01'::timestamptz, 'LOGIN', 'user'
        FROM generate_series(1, ${count}::integer)`.execute(db),
      );
    const many = { _from: '2018-01-01T00:00:00Z', _to: '2018-01-02T00:00:00Z' };
    await add(limits.logCsvRows);
    const { status, text } = await ask('/csv', many, 'foreigner');
    expect([status, text.split('\r\n').length]).toEqual([200, limits.logCsvRows + 2]);
    await add(1);
    const { status: refused, json } = await ask('/csv', many, 'foreigner');
    expect([refused, json.error, json.count]).toEqual([400, 'TOO_MANY_ROWS', limits.logCsvRows]);
    // A text search reads as many rows: it makes the file smaller, not the work.
    const withText = await ask('/csv', { ...many, _q: 'xylophon' }, 'foreigner');
    expect([withText.status, withText.json.error]).toEqual([400, 'TOO_MANY_ROWS']);
  }, 60_000);

  test('D-LOG-01: ACCESS_DENIED: a refused request is in the log, once a minute and call', async () => {
    const object = await addObject(getDatabase(), { classId: layer });
    for (let i = 0; i < 3; i += 1)
      await world.t.call({
        method: 'DELETE',
        url: `/api/v1/geoms/${object}`,
        headers: world.headersOf('reader'),
      });
    await world.t.deps.background.idle();
    const { json } = await ask('', { _action: 'ACCESS_DENIED', _user: own.users.reader.id });
    expect(json.items.filter(({ entityName }) => entityName === 'deleteGeom')).toMatchObject([
      {
        result: 'refused',
        entity: 'call',
        details: { method: 'DELETE', path: '/api/v1/geoms/:id', ids: { id: object }, repeatedBefore: 0 },
      },
    ]);
  });
});
