import { type ErrorBody, type FoundPlace, limits, type ReplyOf, type searchPlaces } from '@pgis/contract';
import { addLayer, addObject, addObjects, describeOnEachDatabase, startTestApp } from '@pgis/testkit';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { foldText } from '../../src/gazetteer/foldText.ts';
import { openGazetteer } from '../../src/gazetteer/Gazetteer.ts';
import {
  makeObjectWorld,
  newAddress,
  type ObjectWorld,
  type Requester,
  requesters,
} from '../objects/ObjectWorld.ts';

type Reply = ReplyOf<typeof searchPlaces>;
const riga = { lon: 24.1, lat: 56.95 };

describeOnEachDatabase('searching', (getDatabase) => {
  let world: ObjectWorld;
  beforeAll(async () => {
    world = await makeObjectWorld(getDatabase(), { CADASTRE_SEARCH: 'true' });
  });
  afterAll(() => world[Symbol.asyncDispose]());

  const newLayer = (layer: Partial<Parameters<typeof addLayer>[1]> = {}) =>
    addLayer(getDatabase(), { groupId: world.roadsGroup, ...layer });

  const ask = (
    query: Record<string, string | number>,
    requester: Requester = 'visitor',
    headers = newAddress(),
  ) =>
    world.t.call<Reply & ErrorBody>({
      url: `/api/v1/places?${new URLSearchParams(Object.entries(query).map(([k, v]) => [k, String(v)]))}`,
      headers: { ...world.headersOf(requester), ...headers },
    });
  const search = async (q: string, requester: Requester = 'visitor', at = riga) => {
    const { status, json } = await ask({ q, ...at }, requester);
    expect(status).toBe(200);
    return json;
  };
  const isObject = (item: FoundPlace) => item.kind === 'object';
  const objectNames = async (q: string, requester: Requester = 'visitor', at = riga) =>
    (await search(q, requester, at)).items.filter(isObject).map(({ name }) => name);

  test('BREAD-03 D-OBJ-11: a place by its name, with whom it comes from', async () => {
    const { items, attribution, isServiceAway } = await search('sigulda');
    expect(items[0]).toEqual({
      kind: 'place',
      name: 'Sigulda',
      detail: 'Latvia',
      lonLat: [expect.closeTo(24.85, 1), expect.closeTo(57.15, 1)],
    });
    expect([attribution, isServiceAway]).toEqual(['GeoNames', false]);
    const { json } = await ask({ q: 'sigulda', ...riga }, 'visitor', {
      ...newAddress(),
      'accept-language': 'lv',
    } as never);
    expect(json.items[0]?.detail).toBe('Latvija');
  });

  test('an object by words of its address, without case and accents, also in Russian letters', async () => {
    const layer = await newLayer({ name: 'Potholes' });
    const id = await addObject(getDatabase(), {
      classId: layer,
      wkt: 'POINT(2682500 7748000)',
      name: 'Ķīšezera iela 12a, Mežaparks',
      description: 'Deep hole',
    });
    for (const q of ['kisezera', 'ĶĪŠEZERA IELA 12', 'mezap kisez', 'кишезера', '12a kisezera']) {
      const { items } = await search(q);
      expect([q, items[0]]).toEqual([
        q,
        {
          kind: 'object',
          id,
          reference: `${world.own.companyId}-${id % 2 ** 32}`,
          layerId: layer,
          name: 'Ķīšezera iela 12a, Mežaparks',
          detail: 'Potholes · Deep hole',
          lonLat: [expect.closeTo(24.097, 2), expect.closeTo(56.94, 2)],
        },
      ]);
    }
    expect(await objectNames('sezera')).toEqual([]);
    expect((await search('kisezera')).attribution).toBe('');
  });

  test('D-PERM-03: a private object, or one of a layer that is not visible, is found by those who may see it', async () => {
    const [mixed, hidden, foreign] = [
      await newLayer({ name: 'Mixed' }),
      await newLayer({ name: 'Hidden', allObjectsPublic: false }),
      await newLayer({ name: 'Foreign', groupId: world.foreignGroup }),
    ];
    await addObjects(getDatabase(), [
      { classId: mixed, name: 'Slepkalni open', isPublic: true },
      { classId: mixed, name: 'Slepkalni private', isPublic: false },
      { classId: hidden, name: 'Slepkalni hidden', isPublic: true },
    ]);
    await addObject(getDatabase(), { classId: foreign, name: 'Slepkalni foreign', isPublic: false });
    const open = ['Slepkalni open'];
    const all = ['Slepkalni hidden', 'Slepkalni open', 'Slepkalni private'];
    const expected: Record<Requester, string[]> = {
      visitor: open,
      foreigner: ['Slepkalni foreign', ...open],
      nobody: open,
      reader: all,
      writer: all,
      unitAdmin: all,
      moduleAdmin: all,
    };
    for (const requester of requesters)
      expect([requester, (await objectNames('slepkalni', requester)).toSorted()]).toEqual([
        requester,
        expected[requester],
      ]);
  });

  test('D-CLS-07: what waits for review or was hidden is found by its unit only', async () => {
    const layer = await newLayer();
    const ids = await addObjects(getDatabase(), [
      { classId: layer, name: 'Gaidulejas iela 1' },
      { classId: layer, name: 'Gaidulejas iela 2' },
    ]);
    for (const [index, review] of (['waiting', 'hidden'] as const).entries())
      await getDatabase()
        .db.updateTable('geoms')
        .set({ review })
        .where('id', '=', ids[index] ?? 0)
        .execute();
    expect(await objectNames('gaidulejas')).toEqual([]);
    expect(await objectNames('gaidulejas', 'foreigner')).toEqual([]);
    expect(await objectNames('gaidulejas', 'writer')).toHaveLength(2);
  });

  test('D-PERM-03: a deleted object, and one of a deleted layer, are found by nobody', async () => {
    const [activeLayer, deletedLayer] = [await newLayer(), await newLayer()];
    const deleted = await addObject(getDatabase(), { classId: activeLayer, name: 'Dzestais lauks' });
    await addObject(getDatabase(), { classId: deletedLayer, name: 'Dzestais lauks' });
    const { db } = getDatabase();
    await db.updateTable('geoms').set({ deleted_at: new Date() }).where('id', '=', deleted).execute();
    await db
      .updateTable('classifiers')
      .set({ deleted_at: new Date() })
      .where('id', '=', deletedLayer)
      .execute();
    for (const requester of requesters)
      expect([requester, await objectNames('dzestais', requester)]).toEqual([requester, []]);
  });

  test('D-CLS-05: an object that only a view publishes is found once, under the name of the view', async () => {
    const source = await newLayer({ name: 'Secret source', fields: ['state'], allObjectsPublic: false });
    await newLayer({
      name: 'Published view',
      sourceId: source,
      allObjectsPublic: true,
      ruleset: { condition: 'and', rules: [{ field: 'state', operator: '=', value: 'done' }] },
    });
    await addObjects(getDatabase(), [
      { classId: source, name: 'Skatkalns done', description: '', data: { state: 'done' }, isPublic: false },
      { classId: source, name: 'Skatkalns open', description: '', data: { state: 'open' }, isPublic: true },
    ]);
    const { items } = await search('skatkalns');
    expect(items.map(({ name, detail }) => [name, detail])).toEqual([['Skatkalns done', 'Published view']]);
    expect((await search('skatkalns done', 'writer')).items.map(({ detail }) => detail)).toEqual([
      'Secret source',
    ]);
  });

  test('among equals the nearest to the middle of the map comes first; a whole name before a beginning', async () => {
    const layer = await newLayer();
    await addObjects(getDatabase(), [
      { classId: layer, name: 'Tuvinieku iela 2, far', wkt: 'POINT(2782500 7748000)' },
      { classId: layer, name: 'Tuvinieku iela 2, near', wkt: 'POINT(2683500 7748000)' },
      { classId: layer, name: 'Tuvinieku iela 25', wkt: 'POINT(2682800 7748000)' },
      { classId: layer, name: 'Tuvinieku iela 2', wkt: 'POINT(2685500 7748000)' },
    ]);
    expect(await objectNames('tuvinieku iela 2')).toEqual([
      'Tuvinieku iela 2',
      'Tuvinieku iela 2, near',
      'Tuvinieku iela 25',
      'Tuvinieku iela 2, far',
    ]);
    expect((await objectNames('tuvin', 'visitor', { lon: 25.0, lat: 56.95 }))[0]).toBe(
      'Tuvinieku iela 2, far',
    );
  });

  test('a word of thousands of objects gives the nearest of them', async () => {
    const layer = await newLayer();
    await sql`
      INSERT INTO geoms (company_id, id, class_id, kind, geom, name, is_public)
      SELECT ${world.own.companyId}::integer, new_id(${world.own.companyId}::integer, 'geom_seq'), ${layer}::bigint, 1,
             ST_SetSRID(ST_MakePoint(1000000 + n * 500, 7000000), 3857), 'Biezvardu ' || n, true
      FROM generate_series(1, 5000) AS n`.execute(getDatabase().db);
    const at = { lon: 26.95, lat: 53.1 }; // EPSG:3857 3 000 000 7 000 000
    expect((await objectNames('biezv', 'visitor', at))[0]).toBe('Biezvardu 4000');
  });

  test('D-OBJ-13: a reference number finds its object, for those who may see it', async () => {
    const layer = await newLayer();
    const [open, hidden] = await addObjects(getDatabase(), [
      { classId: layer, name: 'By number' },
      { classId: layer, name: 'By number, hidden', isPublic: false },
    ]);
    const referenceOf = (id = 0) => `${world.own.companyId}-${id % 2 ** 32}`;
    expect((await search(referenceOf(open))).items[0]).toMatchObject({ kind: 'object', id: open });
    expect(await objectNames(` ${referenceOf(open).replace('-', ' - ')} `)).toEqual(['By number']);
    expect(await objectNames(referenceOf(hidden))).toEqual([]);
    expect(await objectNames(referenceOf(hidden), 'reader')).toEqual(['By number, hidden']);
    for (const nowhere of ['1-9999999999', '999999-1', '0-1', '1-0'])
      expect([nowhere, await objectNames(nowhere)]).toEqual([nowhere, []]);
  });

  test('D-OBJ-10 GEN-04: with CADASTRE_SEARCH 11 digits find parcels by data.kadastrs, and nothing else', async () => {
    const layer = await newLayer({ fields: ['kadastrs'] });
    await addObjects(getDatabase(), [
      { classId: layer, name: 'Parcel', data: { kadastrs: '80960020123' } },
      { classId: layer, name: 'Hidden parcel', data: { kadastrs: '80960020123' }, isPublic: false },
      { classId: layer, name: '80960020123', data: { kadastrs: '11111111111' } },
    ]);
    expect(await objectNames('80960020123')).toEqual(['Parcel']);
    expect((await objectNames('80960020123', 'reader')).toSorted()).toEqual(['Hidden parcel', 'Parcel']);
    expect(await objectNames('80960020124')).toEqual([]);
    await using plain = await startTestApp(getDatabase());
    const { json } = await plain.call<Reply>({ url: '/api/v1/places?q=80960020124&lon=24&lat=57' });
    expect(json.items).toEqual([]);
    expect(
      (await plain.call<{ cadastreSearch: boolean }>({ url: '/api/v1/settings' })).json.cadastreSearch,
    ).toBe(false);
  });

  test.each([
    ['no words', { q: '   ' }],
    ['no query', {}],
    ['no place', { q: 'riga', lon: '' }],
    ['a place off the world', { q: 'riga', lat: 91 }],
    ['an unknown property', { q: 'riga', limit: 5 }],
    ['a query too long', { q: 'a'.repeat(limits.placeQueryLength + 1) }],
  ])('%s is 400', async (_, query) => {
    const { status, json } = await ask({ ...riga, ...(query as Record<string, string>) });
    expect([status, json.error]).toEqual([400, 'VALIDATION']);
  });

  test('the longest query is answered, and so is everything that has a meaning elsewhere', async () => {
    for (const q of ['a'.repeat(limits.placeQueryLength), '% _', "' & | ! :* \\", '<->', 'a', '—', '日本'])
      expect([q, (await ask({ q, ...riga })).status]).toEqual([q, 200]);
  });

  test('more than 600 searches a minute from one address are refused', async () => {
    await using fresh = await startTestApp(getDatabase());
    const one = () => fresh.call({ url: '/api/v1/places?q=a&lon=24&lat=57' });
    const answers = await Promise.all(Array.from({ length: limits.placeSearchesPerMinute }, one));
    expect([...new Set(answers.map(({ status }) => status))]).toEqual([200]);
    const over = await one();
    expect([over.status, (over.json as ErrorBody).error]).toEqual([429, 'TOO_MANY_REQUESTS']);
  });

  test('the database folds names as the program does', async () => {
    const { foldedNames, placeOf, lineAt } = await openGazetteer();
    const lines = lineAt(foldedNames.length);
    const names = Array.from(
      { length: 3_000 },
      (_, index) => placeOf(Math.floor((index * lines) / 3_000)).name,
    );
    const texts = [
      ...names,
      'Щецин ЁЛКА Объезд Ежи',
      'Юрмала—Майори «Ябпонь»',
      ' ',
      'ẞ ß Æ',
      'Ķīšezera iela 12-3',
      'ĀČĒĢĪĶĻŅŌŖŠŪŽ āčēģīķļņōŗšūž',
      '  (Ūdens-ceļš)\t7/a_b~\u007f ',
      'Ķekava Õ',
      '',
    ];
    const { rows } = await sql<{ folded: string }>`
      SELECT folded_text(name) AS folded FROM unnest(${texts}::text[]) WITH ORDINALITY AS t(name, place) ORDER BY place`.execute(
      getDatabase().db,
    );
    expect(rows.map(({ folded }) => folded)).toEqual(texts.map(foldText));
  });
});
