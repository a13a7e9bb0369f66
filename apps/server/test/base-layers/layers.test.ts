import type { MapLayer } from '@pgis/contract';
import { type ActorCompany, describeOnEachDatabase } from '@pgis/testkit';
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { startCompanyWorld } from '../companies/CompanyWorld.ts';

describeOnEachDatabase('map layers', (getDatabase) => {
  const world = startCompanyWorld(getDatabase);

  const addLayer = (company: ActorCompany, name: string, overlay: boolean) =>
    getDatabase()
      .db.insertInto('map_layers')
      .values({
        company_id: company.companyId,
        id: sql<number>`new_id(${company.companyId}::integer, 'map_layer_seq')`,
        name,
        group_name: 'Backgrounds',
        overlay,
        source_type: 'TileWMS',
        source_json: '{"url":"https://wms.example/"}',
      })
      .execute();

  beforeAll(async () => {
    await addLayer(world.own, 'Own base', false);
    await addLayer(world.own, 'Own overlay', true);
    await addLayer(world.foreign, 'Foreign base', false);
    await addLayer(world.foreign, 'Foreign overlay', true);
  });

  const list = async (url: string, headers: Record<string, string> = {}) =>
    (await world.t.call<MapLayer[]>({ url, headers })).json;
  const namesOf = (layers: readonly MapLayer[]) => layers.map(({ name }) => name);
  const headersOf = (standing: 'reader' | 'nobody' | 'moduleAdmin') => ({ ...world.headers[standing] });

  test('API-LAYER-01 D-LAYER-01 DATA-19: the embedded base map is layer 1, OpenStreetMap comes next', async () => {
    const [first, second] = await list('/api/v1/layers/');
    expect(first).toEqual({
      id: 1,
      name: 'Latvia, offline',
      group: '',
      overlay: false,
      layerType: 'TileLayer',
      sourceType: 'XYZ',
      sourceJson: expect.stringMatching(
        /"\/api\/v1\/base-map\/.*part=ground&v=[0-9a-f]{16}".*part=names.*OpenStreetMap contributors/,
      ),
      visibility: true,
      version: 1,
    });
    expect(second).toMatchObject({ name: 'OpenStreetMap', sourceType: 'XYZ' });
  });

  test('BASE-03: overlays are hidden from visitors, base layers are not', async () => {
    const names = namesOf(await list('/api/v1/layers'));
    expect(names).toEqual(expect.arrayContaining(['Latvia, offline', 'Own base', 'Foreign base']));
    expect(names.filter((name) => name.includes('overlay'))).toEqual([]);
  });

  test('DATA-20 DATA-29: every layer of a company has an id and the layer type TileLayer', async () => {
    const layers = await list(`/api/v1/layers/${world.own.companyId}`, headersOf('reader'));
    expect(layers.length).toBeGreaterThan(2);
    expect(new Set(layers.map(({ layerType }) => layerType))).toEqual(new Set(['TileLayer']));
    expect(new Set(layers.map(({ id }) => id)).size).toBe(layers.length);
  });

  test('API-LAYER-01 API-LAYER-02: a signed-in user gets the system’s layers and all of the own company', async () => {
    const headers = headersOf('reader');
    const expected = ['Latvia, offline', 'OpenStreetMap', 'Own base', 'Own overlay'];
    expect(namesOf(await list('/api/v1/layers/', headers))).toEqual(expected);
    expect(namesOf(await list(`/api/v1/layers/${world.own.companyId}`, headers))).toEqual(expected);
    expect(namesOf(await list(`/api/v1/layers/${world.own.companyId}/`, headers))).toEqual(expected);
  });

  test('D-PERM-01: overlays need Read in any unit; who holds nothing sees what a visitor sees', async () => {
    const names = namesOf(await list('/api/v1/layers', headersOf('nobody')));
    expect(names).toEqual(['Latvia, offline', 'OpenStreetMap', 'Own base']);
  });

  test('D-PERM-06: another company’s list and one that is not there answer the same 404', async () => {
    const headers = headersOf('moduleAdmin');
    const answers = [world.foreign.companyId, 999_999, 0].map((id) =>
      world.t.call({ url: `/api/v1/layers/${id}`, headers }),
    );
    const [one, two, three] = (await Promise.all(answers)).map(({ status, text }) => {
      expect(status).toBe(404);
      return text.replace(/[0-9a-f-]{36}/, 'REQUEST');
    });
    expect(two).toBe(one);
    expect(three).toBe(one);
  });

  test('D-API-03: names come in the reader’s language where there is one', async () => {
    const nameIn = async (language: string) =>
      (await list('/api/v1/layers', { 'accept-language': language }))[0]?.name;
    expect(await nameIn('lv')).toBe('Latvija, bezsaistē');
    expect(await nameIn('ru-RU,ru;q=0.9')).toBe('Латвия, без сети');
    expect(await nameIn('de')).toBe('Latvia, offline');
  });
});
