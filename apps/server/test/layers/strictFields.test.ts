import type { Classifier, FieldCheck, FieldSchema, Geom } from '@pgis/contract';
import { addObject, addObjects, describeOnEachDatabase } from '@pgis/testkit';
import { expect, test } from 'vitest';
import { field, setUpClassifiers } from './setUpClassifiers.ts';

const width: FieldSchema = { type: 'integer', required: true, min: '1', max: '1000', unit: 'cm' };
const surface: FieldSchema = {
  type: 'list',
  default: 'asphalt',
  values: [{ value: 'asphalt' }, { value: 'gravel' }],
};
const strict = (name: string, schema: FieldSchema | null, oldValue?: string) => ({
  ...field(name, oldValue),
  schema,
});

describeOnEachDatabase('strict fields', (getDatabase) => {
  const { getWorld, send, get, put, dataOf, newLayer } = setUpClassifiers(getDatabase);
  const newStrictLayer = async () => {
    const id = await newLayer({ fields: ['width', 'surface', 'note'] });
    const layerFields = [strict('width', width), strict('surface', surface), field('note')];
    expect((await put({ id, name: 'Roads', layerFields })).status).toBe(200);
    return id;
  };
  const callGeoms = <T>(method: 'POST' | 'PUT', path: string, payload: object) =>
    getWorld().t.call<T & { errors?: { path: string; code: string }[] }>({
      method,
      url: `/api/v1/geoms${path}`,
      headers: getWorld().headersOf('unitAdmin'),
      payload,
    });
  const texts = { name: 'Street 1', description: 'Hole' };
  const add = (classId: number, data: object) =>
    callGeoms<{ id: number }>('POST', '/add', {
      ...texts,
      classId,
      wkt: 'POINT(1 2)',
      data: JSON.stringify(data),
    });
  const update = (id: number, classId: number, data: object) =>
    callGeoms<Geom>('PUT', `/${id}`, { ...texts, classId, oldClassId: classId, data: JSON.stringify(data) });
  const check = (id: number, body: object) => send<FieldCheck>('POST', `/${id}/field-check`, body);

  test('several values of a list are stored in its order, and one that is not in it refuses all', async () => {
    const id = await newLayer({ fields: ['materials'] });
    const several: FieldSchema = { ...surface, several: true, default: 'gravel; asphalt' };
    const layerFields = [strict('materials', several)];
    expect((await put({ id, name: 'Roads', layerFields })).json.layerFields).toEqual([
      { name: 'materials', type: 'text', schema: { ...several, default: 'asphalt; gravel' } },
    ]);
    const { json } = await add(id, { materials: 'Gravel,asphalt' });
    expect((await dataOf(json.id)).data).toEqual({ materials: 'asphalt; gravel' });
    expect((await add(id, { materials: 'gravel; mud' })).json.errors).toEqual([
      { path: '/data/materials', code: 'NOT_ALLOWED' },
    ]);
    const single = await check(id, { field: 'materials', schema: surface });
    expect(single.json.values).toMatchObject([{ value: 'asphalt; gravel', code: 'NOT_ALLOWED', count: 1 }]);
  });

  test('FIELD-03 FIELD-11: a schema stands beside the type text, stays when a client leaves it out, and goes with null', async () => {
    const id = await newStrictLayer();
    expect((await get(id)).layerFields).toEqual([
      { name: 'width', type: 'text', schema: width },
      { name: 'surface', type: 'text', schema: surface },
      { name: 'note', type: 'text' },
    ]);
    const view = await newLayer({ sourceId: id });
    expect((await get(view)).layerFields).toEqual((await get(id)).layerFields);
    const renamed = [field('breadth', 'width'), strict('surface', null), field('note')];
    const saved = await put({ id, name: 'Roads', layerFields: renamed });
    expect(saved.json.layerFields).toEqual([
      { name: 'breadth', type: 'text', schema: width },
      { name: 'surface', type: 'text' },
      { name: 'note', type: 'text' },
    ]);
  });

  test('D-CLS-08: a condition follows the field that it names, goes with it, and names another field', async () => {
    const id = await newLayer({ fields: ['dangerous', 'action'] });
    const action = (field: string): FieldSchema => ({
      type: 'text',
      showIf: { field, operator: '=', value: 'yes' },
    });
    const schemaAfter = async (...layerFields: object[]) =>
      (await put({ id, name: 'L', layerFields })).json.layerFields?.at(-1)?.schema;
    const saved = await schemaAfter(field('dangerous'), strict('action', action('dangerous')));
    expect(saved).toEqual(action('dangerous'));
    expect(await schemaAfter(field('risky', 'dangerous'), field('action'))).toEqual(action('risky'));
    expect(await schemaAfter(field('action'))).toEqual({ type: 'text' });
    for (const cause of ['nowhere', 'action']) {
      const refused = await put({ id, name: 'L', layerFields: [strict('action', action(cause))] });
      expect(refused.json.errors).toEqual([
        { path: '/layerFields/0/schema/showIf/field', code: 'UNKNOWN_FIELD' },
      ]);
    }
  });

  test('a schema that no value could fit is refused at its position', async () => {
    const id = await newLayer({ fields: ['a'] });
    const problemsOf = async (schema: object) => {
      const { status, json } = await put({ id, name: 'L', layerFields: [{ ...field('a'), schema }] });
      return [status, ...(json.errors ?? []).map(({ path, code }) => `${path} ${code}`)];
    };
    expect(await problemsOf({ type: 'integer', min: '5', max: '4' })).toEqual([
      400,
      '/layerFields/0/schema/max BELOW_START',
    ]);
    expect(await problemsOf({ type: 'text', pattern: '(a+)+' })).toEqual([
      400,
      '/layerFields/0/schema/pattern WRONG_FORMAT',
    ]);
    expect((await problemsOf({ type: 'colour' }))[0]).toBe(400);
    const values = (count: number) => Array.from({ length: count }, (_, index) => ({ value: `v${index}` }));
    expect((await problemsOf({ type: 'list', values: values(201) }))[0]).toBe(400);
    expect(await problemsOf({ type: 'list', values: values(200) })).toEqual([200]);
  });

  test('a new object gets defaults and stored forms; values that do not fit are refused at their keys', async () => {
    const id = await newStrictLayer();
    const added = await add(id, { width: '0 60', note: 'any' });
    expect([added.status, added.json.errors]).toEqual([400, [{ path: '/data/width', code: 'WRONG_FORMAT' }]]);
    const good = await add(id, { width: '060', note: 'any' });
    expect(good.status).toBe(201);
    expect((await dataOf(good.json.id)).data).toEqual({ width: '60', surface: 'asphalt', note: 'any' });
    const bad = await add(id, { width: '1001', surface: 'tar' });
    expect([bad.status, bad.json.errors]).toEqual([
      400,
      [
        { path: '/data/width', code: 'OUT_OF_RANGE' },
        { path: '/data/surface', code: 'NOT_ALLOWED' },
      ],
    ]);
    expect((await add(id, {})).json.errors).toEqual([{ path: '/data/width', code: 'REQUIRED' }]);
  });

  test('a value from before the rule stays until it is edited', async () => {
    const id = await newLayer({ fields: ['width', 'note'] });
    const object = await addObject(getDatabase(), { classId: id, data: { width: 'wide', note: 'x' } });
    await put({ id, name: 'Roads', layerFields: [strict('width', width), field('note')] });
    expect((await update(object, id, { width: 'wide', note: 'y' })).status).toBe(200);
    expect((await dataOf(object)).data).toEqual({ width: 'wide', note: 'y' });
    const wrong = await update(object, id, { width: 'wider', note: 'y' });
    expect([wrong.status, wrong.json.errors]).toEqual([400, [{ path: '/data/width', code: 'WRONG_FORMAT' }]]);
    expect((await update(object, id, { width: '70', note: 'y' })).status).toBe(200);
    expect((await dataOf(object)).data).toEqual({ width: '70', note: 'y' });
    expect((await update(object, id, { note: 'y' })).json.errors).toEqual([
      { path: '/data/width', code: 'REQUIRED' },
    ]);
  });

  test('a bulk edit stores the checked value and may not empty a required field', async () => {
    const id = await newStrictLayer();
    const objects = await addObjects(getDatabase(), [
      { classId: id, data: { width: '5' } },
      { classId: id, data: { width: 'wide' } },
    ]);
    const versions = objects.map((one) => ({ id: one, version: 1 }));
    const set = (value: string | null) =>
      callGeoms<{ count: number }>('POST', `/class-objects/${id}/field`, {
        objects: versions,
        field: 'width',
        value,
      });
    expect((await set('0')).json.errors).toEqual([{ path: '/value', code: 'OUT_OF_RANGE' }]);
    expect((await set(null)).json.errors).toEqual([{ path: '/value', code: 'REQUIRED' }]);
    expect((await set('1 000')).json.count).toBe(2);
    expect((await dataOf(objects[1] ?? 0)).data).toEqual({ width: '1000' });
  });

  test('a schema is tried on the values before it is saved, and what breaks the stored one is listed', async () => {
    const id = await newLayer({ fields: ['width'] });
    const [first] = await addObjects(getDatabase(), [
      { classId: id, data: { width: '60' } },
      ...Array.from({ length: 6 }, () => ({ classId: id, data: { width: ' wide ' } })),
      { classId: id, data: { width: 2_000 } },
      { classId: id, data: {} },
    ]);
    expect((await check(id, { field: 'width' })).json).toEqual({
      objects: 0,
      misfits: 0,
      distinct: 0,
      values: [],
    });
    const tried = await check(id, { field: 'width', schema: width });
    const listed = (await check(id, { field: 'width', schema: width })).json;
    expect(tried.json).toMatchObject({ objects: 9, misfits: 8, distinct: 3 });
    expect(listed.values.map(({ value, code, count }) => [value, code, count])).toEqual([
      ['wide', 'WRONG_FORMAT', 6],
      ['', 'REQUIRED', 1],
      ['2000', 'OUT_OF_RANGE', 1],
    ]);
    expect(listed.values[0]?.ids).toEqual([1, 2, 3, 4, 5].map((step) => (first ?? 0) + step));
    await put({ id, name: 'Roads', layerFields: [strict('width', width)] });
    expect((await check(id, { field: 'width' })).json).toEqual(listed);
    expect((await check(id, { field: 'nothing' })).status).toBe(400);
  });

  test('one answer names 50 different values and counts them all', async () => {
    const id = await newLayer({ fields: ['width'] });
    const rows = Array.from({ length: 51 }, (_, index) => ({ classId: id, data: { width: `w${index}` } }));
    await addObjects(getDatabase(), rows);
    const { json } = await check(id, { field: 'width', schema: width });
    expect([json.misfits, json.distinct, json.values.length]).toEqual([51, 51, 50]);
  });

  test('a reader may not try schemas', async () => {
    const id = await newStrictLayer();
    const path = `/${id}/field-check`;
    const asReader = await send<Classifier>('POST', path, { field: 'width' }, { as: 'reader' });
    expect(asReader.status).toBe(403);
  });
});
