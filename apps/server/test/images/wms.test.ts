import { toLonLat } from '@pgis/geo';
import { addLayer, addObjects, describeOnEachDatabase, signIn } from '@pgis/testkit';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { blue, clear, plainStyle, readPixels, red, white } from './ImageWorld.ts';
import { boxIn, makeWmsWorld, toLks92, type WmsWorld, wmsBox, wmsSquare } from './WmsWorld.ts';

const degrees = boxIn(toLonLat);
const metres = boxIn(toLks92);

describeOnEachDatabase('WMS: GetMap', (getDatabase) => {
  let world: WmsWorld;
  beforeAll(async () => {
    world = await makeWmsWorld(getDatabase());
  });
  afterAll(() => world[Symbol.asyncDispose]());

  it.each([
    ['1.1.1', 'SRS', 'EPSG:4326', degrees.eastFirst],
    ['1.3.0', 'CRS', 'EPSG:4326', degrees.northFirst],
    ['1.3.0', 'CRS', 'CRS:84', degrees.eastFirst],
    ['1.1.1', 'SRS', 'EPSG:3059', metres.eastFirst],
    ['1.3.0', 'CRS', 'EPSG:3059', metres.northFirst],
    ['1.1.1', 'SRS', 'EPSG:3857', wmsBox.join()],
    ['1.3.0', 'CRS', 'EPSG:900913', wmsBox.join()],
  ])('API-WMS-01: %s takes %s=%s in the order of its axes', async (VERSION, name, crs, BBOX) => {
    const { CRS: _, ...rest } = world.mapQuery();
    const answer = await world.ask({ ...rest, VERSION, [name]: crs, BBOX });
    expect(answer.statusCode, answer.body.slice(0, 400)).toBe(200);
    const { at } = await readPixels(answer.rawPayload);
    expect(at(10, 90)).toEqual(blue);
    expect(at(90, 10)).toEqual(red);
    expect(at(10, 10)).toEqual(clear);
    expect(at(50, 50)).toEqual(clear);
  });

  it('stretches the map where pixels are no squares', async () => {
    const { at, width } = await world.draw({ WIDTH: '200' });
    expect(width).toBe(200);
    expect(at(30, 90)).toEqual(blue);
    expect(at(50, 90)).toEqual(clear);
    expect(at(170, 10)).toEqual(red);
  });

  it('answers PNG, WebP and JPEG', async () => {
    for (const [format, magic] of [
      ['image/png', '\x89PNG'],
      ['image/webp', 'RIFF'],
      ['image/jpeg', '\xff\xd8\xff\xdb'],
    ] as const) {
      const answer = await world.ask(world.mapQuery({ FORMAT: format }));
      expect(answer.headers['content-type']).toBe(format);
      expect(answer.rawPayload.subarray(0, 4).toString('latin1')).toBe(magic);
      const { at } = await readPixels(answer.rawPayload);
      expect(at(50, 50)).toEqual(format === 'image/jpeg' ? white : clear);
      const [r = 0, g = 255, b = 255, a] = at(90, 10);
      expect([r > 240, g < 20, b < 20, a]).toEqual([true, true, true, 255]);
    }
  });

  it('lays the map on white, or on the colour asked for', async () => {
    expect((await world.draw({ TRANSPARENT: 'FALSE' })).at(50, 50)).toEqual(white);
    expect((await world.draw({ TRANSPARENT: 'FALSE', BGCOLOR: '0x0000FF' })).at(50, 50)).toEqual(blue);
  });

  it('API-WMS-01: parameters that it does not know, and other spellings, change nothing', async () => {
    const plain = await world.ask(world.mapQuery());
    const { BBOX = '', ...rest } = world.mapQuery();
    const { LAYERS: _, ...others } = rest;
    const other = await world.ask({
      ...others,
      bbox: BBOX,
      request: 'GetMap',
      Layers: `${world.id}_points,${world.id}_polygons`,
      STYLES: 'default,',
      TIME: '2020-01-01',
      ELEVATION: '5',
      MAP_RESOLUTION: '96',
    });
    expect(other.rawPayload.equals(plain.rawPayload)).toBe(true);
    const twice = await world.ask({ ...world.mapQuery(), layers: `${world.id}_points` });
    expect([twice.statusCode, twice.body.includes('LAYERS: NOT_ALLOWED')]).toEqual([400, true]);
  });

  it('API-WMS-01 D-CLS-13: a sharper map of the same scale is drawn at the same zooms', async () => {
    const layerId = await addLayer(getDatabase(), {
      groupId: world.groupId,
      geomStyle: JSON.stringify(plainStyle('rgba(255,0,0,1)')),
      // 100 px for 1 000 m are zoom 14.
      zoomFrom: 14,
      zoomTo: 14,
    });
    await addObjects(getDatabase(), [{ classId: layerId, wkt: wmsSquare(0, 0) }]);
    const at = async (query: Record<string, string>) => {
      const answer = await world.ask(world.mapQuery(query, layerId), {}, layerId);
      const { width, at: pixel } = await readPixels(answer.rawPayload);
      return pixel(width / 10, 0.9 * width);
    };
    expect(await at({})).toEqual(red);
    expect(await at({ WIDTH: '200', HEIGHT: '200' })).toEqual(clear);
    expect(await at({ WIDTH: '200', HEIGHT: '200', DPI: '192' })).toEqual(red);
  });

  it('API-WMS-01: shows what the caller may see, through the filter in the address', async () => {
    const { headers } = await signIn(world.server, world.company.users.reader);
    const visible = await readPixels((await world.ask(world.mapQuery(), headers)).rawPayload);
    expect(visible.at(10, 10)).toEqual(red);
    const filtered = await world.draw({ _field: 'use', _value: 'field' });
    expect(filtered.at(10, 90)).toEqual(blue);
    expect(filtered.at(90, 10)).toEqual(clear);
  });
});
