import type { FieldSchema, ReportExport } from '@pgis/contract';
import { addLayer, addObjects, describeOnEachDatabase } from '@pgis/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeObjectWorld, type ObjectWorld } from '../objects/ObjectWorld.ts';
import { openGeoPackage } from './openGeoPackage.ts';
import { readZip } from './readZip.ts';

const schemas: Readonly<Record<string, FieldSchema>> = {
  cost: { type: 'decimal' },
  width: { type: 'integer' },
  dangerous: { type: 'boolean' },
};
const columns = Object.keys(schemas).map((name) => `data.${name}`);

describeOnEachDatabase('files of strict fields', (getDatabase) => {
  let world: ObjectWorld;
  let layer: number;
  beforeAll(async () => {
    world = await makeObjectWorld(getDatabase());
    layer = await addLayer(getDatabase(), { groupId: world.roadsGroup, name: 'Roads' });
    const layerFields = Object.entries(schemas).map(([name, schema]) => ({
      ...{ name, type: 'text', oldValue: 'new_field' },
      schema,
    }));
    const { status } = await world.t.call({
      method: 'PUT',
      url: '/api/v1/classifiers/1',
      headers: world.headersOf('unitAdmin'),
      payload: { id: layer, name: 'Roads', layerFields },
    });
    expect(status).toBe(200);
    await addObjects(getDatabase(), [
      { classId: layer, data: { cost: '420.50', width: 'wide', dangerous: 'true' }, wkt: 'POINT(1 2)' },
      { classId: layer, data: { cost: '-7', width: '007', dangerous: 'false' }, wkt: 'POINT(1 2)' },
      { classId: layer, data: { width: '60', dangerous: 'maybe' }, wkt: 'POINT(1 2)' },
    ]);
  });
  afterAll(() => world[Symbol.asyncDispose]());

  async function fileOf(format: string, language = 'lv'): Promise<Buffer> {
    const headers = { ...world.headersOf('reader'), 'accept-language': language };
    const payload = { classId: layer, format, columns };
    const url = '/api/v1/reports/exports';
    const { json, text } = await world.t.call<ReportExport>({ method: 'POST', url, headers, payload });
    expect(json.id, text).toBeGreaterThan(0);
    await world.t.deps.background.idle();
    return (await world.t.app.inject({ url: `${url}/${json.id}/file`, headers })).rawPayload;
  }

  test('D-OBJ-09: CSV has numbers with the sign of the language and words for yes and no; older texts stay', async () => {
    const lines = (await fileOf('csv')).toString().trimEnd().split('\r\n').slice(1);
    expect(lines.toSorted()).toEqual(['-7;"007";"Nē"', '420,50;"wide";"Jā"', ';60;"maybe"'].toSorted());
  });

  test('XLSX has cells of numbers; older texts stay texts', async () => {
    const files = readZip(await fileOf('xlsx'));
    const sheet = [...files].find(([name]) => name.includes('sheet1'))?.[1].toString() ?? '';
    expect(sheet).toContain('<c><v>420.50</v></c>');
    expect(sheet).toContain('<c><v>60</v></c>');
    for (const text of ['wide', '007', 'Jā', 'Nē', 'maybe'])
      expect(sheet).toContain(`<t xml:space="preserve">${text}</t>`);
  });

  test('GeoPackage has a column of numbers unless one of its values is none', async () => {
    using file = openGeoPackage(await fileOf('gpkg'));
    const types = file.database.prepare('SELECT name, type FROM pragma_table_info(?)').all('Roads');
    expect(types.slice(2).map(({ name, type }) => `${name} ${type}`)).toEqual([
      'cost REAL',
      'width TEXT',
      'dangerous TEXT',
    ]);
    const rows = file.database.prepare('SELECT cost, width FROM "Roads" ORDER BY width').all();
    expect(rows.map(({ cost, width }) => [cost, width])).toEqual([
      [-7, '007'],
      [null, '60'],
      [420.5, 'wide'],
    ]);
  });
});
