import type { FieldCheck, FieldSchema, Geom, Import, ReferencedObject } from '@pgis/contract';
import { referenceOf } from '@pgis/contract';
import { addObject, describeOnEachDatabase } from '@pgis/testkit';
import { expect, test } from 'vitest';
import { newAddress } from '../objects/ObjectWorld.ts';
import { field, setUpClassifiers } from './setUpClassifiers.ts';

describeOnEachDatabase('references to objects of another layer', (getDatabase) => {
  const { getWorld, send, put, dataOf, newLayer } = setUpClassifiers(getDatabase);
  const addRow = async (classId: number, name: string, more: object = {}) =>
    await addObject(getDatabase(), { classId, name, ...more });
  /** A layer of parcels that visitors do not see, and one of works that refers to it. */
  const setUp = async (groupId = getWorld().roadsGroup) => {
    const parcels = await newLayer({ groupId, name: 'Parcels', allObjectsPublic: false });
    const works = await newLayer({ name: 'Works', allObjectsPublic: true, fields: ['parcel'] });
    const schema: FieldSchema = { type: 'reference', layer: parcels };
    const saved = await put({ id: works, name: 'Works', layerFields: [{ ...field('parcel'), schema }] });
    expect(saved.status).toBe(200);
    return { parcels, works, schema };
  };
  const ask = getAsk(getWorld);
  const add = (classId: number, parcel: string, requester: Parameters<typeof ask>[2] = 'unitAdmin') =>
    ask<{ id: number; errors?: object[] }>('POST', 'geoms/add', requester, {
      payload: {
        ...{ classId, wkt: 'POINT(1 2)', name: 'Work', description: 'x' },
        data: JSON.stringify({ parcel }),
      },
    });
  const referenced = async (layer: number, query: string, requester: Parameters<typeof ask>[2] = 'reader') =>
    (await ask<ReferencedObject[]>('GET', `classifiers/${layer}/references?${query}`, requester)).json;

  test('a value is the number of an object that its writer may see, in the layer of the field', async () => {
    const { parcels, works } = await setUp();
    const meadow = await addRow(parcels, 'Meadow');
    const other = await addRow(works, 'Not a parcel');
    const { status, json } = await add(works, String(meadow));
    expect(status).toBe(201);
    expect((await dataOf(json.id)).data).toEqual({ parcel: referenceOf(meadow) });
    const foreign = await addRow(await newLayer({ groupId: getWorld().foreignGroup }), 'Foreign');
    for (const wrong of [referenceOf(other), referenceOf(foreign), '1-4294967295'])
      expect((await add(works, wrong)).json.errors).toEqual([{ path: '/data/parcel', code: 'NOT_ALLOWED' }]);
    expect((await add(works, 'Meadow')).json.errors).toEqual([
      { path: '/data/parcel', code: 'WRONG_FORMAT' },
    ]);
    const set = (value: string) =>
      ask<{ count: number; errors?: object[] }>('POST', `geoms/class-objects/${works}/field`, 'unitAdmin', {
        payload: { objects: [{ id: json.id, version: 1 }], field: 'parcel', value },
      });
    expect((await set(referenceOf(other))).json.errors).toEqual([{ path: '/value', code: 'NOT_ALLOWED' }]);
    expect((await set(referenceOf(await addRow(parcels, 'Wood')))).json.count).toBe(1);
  });

  test('the layer of a field is one of its company', async () => {
    const { works } = await setUp();
    const foreign = await newLayer({ groupId: getWorld().foreignGroup });
    for (const layer of [foreign, 987_654]) {
      const layerFields = [{ ...field('parcel'), schema: { type: 'reference', layer } }];
      expect((await put({ id: works, name: 'W', layerFields })).json.errors).toEqual([
        { path: '/layerFields/0/schema/layer', code: 'UNKNOWN_LAYER' },
      ]);
    }
    const nowhere = [{ ...field('parcel'), schema: { type: 'reference' } }];
    expect((await put({ id: works, name: 'W', layerFields: nowhere })).json.errors).toEqual([
      { path: '/layerFields/0/schema/layer', code: 'REQUIRED' },
    ]);
  });

  test('names are found by words, keys and numbers, and by those only who may see the layer', async () => {
    const { parcels } = await setUp();
    const meadow = await addRow(parcels, 'Upes pļava 7');
    await addRow(parcels, 'Kalna mežs');
    const found = { id: meadow, reference: referenceOf(meadow), name: 'Upes pļava 7', isDeleted: false };
    for (const q of ['upes', 'plav up', referenceOf(meadow), String(meadow)])
      expect(await referenced(parcels, `q=${q}`), q).toEqual([found]);
    expect(await referenced(parcels, `ids=${meadow}`)).toEqual([found]);
    expect((await referenced(parcels, 'q=')).map(({ name }) => name)).toEqual(['Kalna mežs', 'Upes pļava 7']);
    for (const requester of ['visitor', 'foreigner'] as const)
      for (const query of ['q=', `ids=${meadow}`])
        expect(await referenced(parcels, query, requester), requester).toEqual([]);
  });

  test('a deleted object stays in the values that refer to it, and is called deleted', async () => {
    const { parcels, works } = await setUp();
    const meadow = await addRow(parcels, 'Meadow');
    const work = (await add(works, referenceOf(meadow))).json.id;
    expect((await ask('DELETE', `geoms/${meadow}`, 'unitAdmin')).status).toBe(204);
    expect(await referenced(parcels, `ids=${meadow}`)).toEqual([
      { id: meadow, reference: referenceOf(meadow), name: '', isDeleted: true },
    ]);
    expect(await referenced(parcels, 'q=meadow')).toEqual([]);
    // An edit that leaves the value alone is saved; a new reference to what is deleted is refused.
    const update = await ask<Geom>('PUT', `geoms/${work}`, 'unitAdmin', {
      payload: {
        ...{ classId: works, oldClassId: works, name: 'Other', description: 'x' },
        data: JSON.stringify({ parcel: referenceOf(meadow) }),
      },
    });
    expect([update.status, update.json.data]).toEqual([200, JSON.stringify({ parcel: referenceOf(meadow) })]);
    expect((await add(works, referenceOf(meadow))).status).toBe(400);
  });

  test('a file has the name of the object for those who may see it, and its number for others', async () => {
    const { parcels, works } = await setUp(getWorld().forestsGroup);
    const meadow = await addRow(parcels, 'Meadow');
    // Who may not see the parcel may not refer to it either.
    expect((await add(works, referenceOf(meadow))).status).toBe(400);
    expect((await add(works, referenceOf(meadow), 'moduleAdmin')).status).toBe(201);
    const csv = async (requester: Parameters<typeof ask>[2]) =>
      (
        await ask<string>('POST', `geoms/object-report/${works}`, requester, {
          payload: { columns: ['data.parcel'] },
        })
      ).text
        .replaceAll('"', '')
        .trim();
    expect((await csv('moduleAdmin')).split('\r\n')[1]).toBe('Meadow');
    expect((await csv('reader')).split('\r\n')[1]).toBe(referenceOf(meadow));
  });

  test('a file has the name only of an object that an import finds by it', async () => {
    const { parcels, works } = await setUp();
    const [twin, named, keyed] = [
      await addRow(parcels, 'Twin'),
      await addRow(parcels, '0100'),
      await addRow(parcels, 'Twin'),
    ];
    await addRow(parcels, 'Twin');
    await getDatabase().db.updateTable('geoms').set({ import_key: '0100' }).where('id', '=', keyed).execute();
    const meadow = await addRow(parcels, 'Meadow');
    for (const [index, id] of [twin, named, keyed, meadow].entries())
      await addRow(works, String(index), { data: { parcel: referenceOf(id) } });
    const { text } = await ask<string>('POST', `geoms/object-report/${works}`, 'unitAdmin', {
      payload: { columns: ['data.parcel'], sort: 'name' },
    });
    expect(text.replaceAll('"', '').trim().split('\r\n').slice(1)).toEqual([
      referenceOf(twin),
      referenceOf(named),
      '0100',
      'Meadow',
    ]);
  });

  test('a change of the type lists the values that lead nowhere', async () => {
    const { parcels, works, schema } = await setUp();
    const meadow = await addRow(parcels, 'Meadow');
    await addRow(works, 'a', { data: { parcel: referenceOf(meadow) } });
    await addRow(works, 'b', { data: { parcel: 'Meadow' } });
    await addRow(works, 'c', { data: { parcel: '1-4294967295' } });
    const check = async (tried: FieldSchema) =>
      (await send<FieldCheck>('POST', `/${works}/field-check`, { field: 'parcel', schema: tried })).json;
    const { misfits, values } = await check(schema);
    expect([misfits, values.map(({ value }) => value).toSorted()]).toEqual([2, ['1-4294967295', 'Meadow']]);
    expect((await check({ type: 'integer' })).misfits).toBe(3);
  });

  test('a change of the type does not tell which objects a layer has that the editor may not see', async () => {
    const { parcels, works, schema } = await setUp(getWorld().forestsGroup);
    const meadow = await addRow(parcels, 'Meadow');
    for (const parcel of [referenceOf(meadow), '1-4294967295'])
      await addRow(works, 'a', { data: { parcel } });
    const misfits = async (as: 'unitAdmin' | 'moduleAdmin') =>
      (await send<FieldCheck>('POST', `/${works}/field-check`, { field: 'parcel', schema }, { as })).json
        .misfits;
    expect([await misfits('unitAdmin'), await misfits('moduleAdmin')]).toEqual([2, 1]);
  });

  test('an import finds objects by key, name and number; what it does not find, or finds twice, stays out', async () => {
    const { parcels, works } = await setUp();
    const meadow = await addRow(parcels, 'Meadow');
    await Promise.all([addRow(parcels, 'Twin'), addRow(parcels, 'Twin')]);
    const keyed = await addRow(parcels, 'Keyed');
    await getDatabase().db.updateTable('geoms').set({ import_key: '0100' }).where('id', '=', keyed).execute();
    const values = ['Meadow', '0100', referenceOf(meadow), 'Twin', 'Nowhere', '', String(meadow)];
    const content = ['nr;parcel;lon;lat', ...values.map((value, i) => `${i};${value};24.${i};57`)].join('\n');
    const bytes = Buffer.from(content);
    const imports = <T>(method: 'POST' | 'GET', path: string, payload?: object) =>
      ask<T>(method, `imports${path}`, 'unitAdmin', payload && { payload });
    const { id } = (await imports<Import>('POST', '', { files: [{ name: 'a.csv', size: bytes.length }] }))
      .json;
    await getWorld().t.call({
      method: 'PATCH',
      url: `/api/v1/imports/${id}/files/0`,
      headers: {
        ...{ ...newAddress(), ...getWorld().headersOf('unitAdmin') },
        ...{
          'content-type': 'application/offset+octet-stream',
          'upload-offset': '0',
          'tus-resumable': '1.0.0',
        },
      },
      payload: bytes,
    });
    await getWorld().t.deps.background.idle();
    const started = await imports<Import>('POST', `/${id}/run`, {
      target: { kind: 'add', layerId: works },
      fields: [{ source: 'parcel', name: 'parcel' }],
      ...{ name: '{nr}', crs: 'EPSG:4326', repairs: false, truncates: false },
    });
    expect(started.status).toBe(200);
    await getWorld().t.deps.background.idle();
    const { result } = (await imports<Import>('GET', `/${id}`)).json;
    expect([result?.added, result?.skipped]).toEqual([
      5,
      [{ reason: 'VALUE_MISFIT', count: 2, rows: [5, 6] }],
    ]);
    const rows = await getDatabase()
      .db.selectFrom('geoms')
      .select(['name', 'data'])
      .where('class_id', '=', works)
      .orderBy('name')
      .execute();
    expect(rows.map(({ name, data }) => [name, data])).toEqual([
      ['0', { parcel: referenceOf(meadow) }],
      ['1', { parcel: referenceOf(keyed) }],
      ['2', { parcel: referenceOf(meadow) }],
      ['5', {}],
      ['6', { parcel: referenceOf(meadow) }],
    ]);
  });
});

function getAsk(getWorld: ReturnType<typeof setUpClassifiers>['getWorld']) {
  type Ask = ReturnType<typeof getWorld>['ask'];
  return <T>(...parameters: Parameters<Ask>) => getWorld().ask<T>(...parameters);
}
