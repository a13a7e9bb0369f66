import { toLonLat } from '@pgis/geo';
import { addLayer, addObjects, describeOnEachDatabase, startTestApp, type TestApp } from '@pgis/testkit';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { blue, readPixels, red, white } from './ImageWorld.ts';
import { boxIn, makeWmsWorld, toLks92, type WmsWorld, wmsBox, wmsSquare, wmsStyle } from './WmsWorld.ts';

const degrees = boxIn(toLonLat);
const metres = boxIn(toLks92);

describeOnEachDatabase('WMS: GetCapabilities and GetLegendGraphic', (getDatabase, itOnce) => {
  let world: WmsWorld;
  beforeAll(async () => {
    world = await makeWmsWorld(getDatabase());
  });
  afterAll(() => world[Symbol.asyncDispose]());

  it.each([
    ['1.1.1', 'application/vnd.ogc.wms_xml', '<WMT_MS_Capabilities version="1.1.1">', 'SRS'],
    ['1.3.0', 'text/xml; charset=utf-8', '<WMS_Capabilities version="1.3.0"', 'CRS'],
  ])('API-WMS-01: describes the layer in version %s', async (VERSION, type, root, name) => {
    const answer = await world.ask({ VERSION, REQUEST: 'GetCapabilities', _field: 'use', _value: 'a&b' });
    expect(answer.headers['content-type']).toBe(type);
    expect(answer.body).toContain(root);
    for (const crs of ['EPSG:3857', 'EPSG:4326', 'EPSG:3059'])
      expect(answer.body).toContain(`<${name}>${crs}</${name}>`);
    for (const suffix of ['points', 'lines', 'polygons'])
      expect(answer.body).toContain(`<Name>${world.id}_${suffix}</Name>`);
    expect(answer.body).toContain('<Title>Fields &lt;1&gt; &amp; &quot;more&quot;</Title>');
    expect(answer.body).toContain(`/api/v1/proxy/wmsLayers/${world.id}?_field=use&amp;_value=a%26b&amp;"`);
  });

  it.each([
    ['0.9', '1.1.1'],
    ['1.0.0', '1.1.1'],
    ['1.2.0', '1.1.1'],
    ['1.3.1', '1.3.0'],
    ['2', '1.3.0'],
    ['', '1.3.0'],
  ])('API-WMS-01: asked for version "%s" it answers %s', async (VERSION, answered) => {
    const { body } = await world.ask({ VERSION, request: 'getcapabilities' });
    expect(body).toContain(`Capabilities version="${answered}"`);
  });

  it('API-WMS-01 D-CLS-13: tells the scales a layer is drawn at, and only the kinds it holds', async () => {
    const layerId = await addLayer(getDatabase(), {
      groupId: world.groupId,
      zoomFrom: 10,
      zoomTo: 12,
    });
    await addObjects(getDatabase(), [{ classId: layerId, wkt: wmsSquare(0, 0) }]);
    await getDatabase().db.updateTable('classifiers').set({ kinds: 4 }).where('id', '=', layerId).execute();
    const read = async (VERSION: string) => {
      const query = { VERSION, REQUEST: 'GetCapabilities' };
      return (await world.ask(query, { 'accept-language': 'lv' }, layerId)).body;
    };
    const body = await read('1.3.0');
    expect([...body.matchAll(/<Name>\d+_(\w+)</g)].map(([, suffix]) => suffix)).toEqual(['polygons']);
    const scale = (name: string) => Number(new RegExp(`<${name}>(.+?)<`).exec(body)?.[1]);
    const zoom0 = 156_543.03390625 / 0.00028;
    expect(scale('MaxScaleDenominator')).toBeCloseTo(zoom0 / 2 ** 9.5, 3);
    // The scale is that of LKS-92: at this latitude a metre on the ground is nearly two of EPSG:3857.
    const [, latitude] = toLonLat([wmsBox[0], wmsBox[1] + 200]);
    expect(scale('MinScaleDenominator')).toBeCloseTo(
      (zoom0 / 2 ** 12.5) * Math.cos((latitude * Math.PI) / 180),
      3,
    );
    expect(await read('1.1.1')).toMatch(/<ScaleHint min="\d+[.\d]*" max="\d+[.\d]*"\/>/);
    expect((await world.ask({ REQUEST: 'GetCapabilities' })).body).not.toMatch(/ScaleDenominator|ScaleHint/);
  });

  itOnce('makes addresses from what a trusted proxy says, and from nobody else’s word', async () => {
    await using behind = await startTestApp(getDatabase(), { env: { TRUST_PROXY: '127.0.0.1' } });
    await using named = await startTestApp(getDatabase(), {
      env: { PUBLIC_URL: 'https://map.example/gis' },
    });
    const forwarded = {
      host: 'inside:8080',
      'x-forwarded-host': 'map.example',
      'x-forwarded-proto': 'https',
    };
    const addressIn = async ({ app }: TestApp) => {
      const url = `/api/v1/proxy/wmsLayers/${world.id}?SERVICE=WMS&REQUEST=GetCapabilities`;
      const { body } = await app.inject({ url, headers: forwarded });
      return /xlink:href="(.+?)\/api/.exec(body)?.[1];
    };
    expect(await addressIn(behind)).toBe('https://map.example');
    expect(await addressIn(world.server)).toBe('http://inside:8080');
    expect(await addressIn(named)).toBe('https://map.example/gis');
  });

  itOnce('makes no address of another scheme, nor of a host that is none', async () => {
    await using behind = await startTestApp(getDatabase(), { env: { TRUST_PROXY: '127.0.0.1' } });
    const addressIn = async (headers: Record<string, string>) => {
      const url = `/api/v1/proxy/wmsLayers/${world.id}?SERVICE=WMS&REQUEST=GetCapabilities`;
      const { body } = await behind.app.inject({ url, headers: { host: 'inside:8080', ...headers } });
      return /xlink:href="(.+?)\/api/.exec(body)?.[1];
    };
    expect(await addressIn({ 'x-forwarded-proto': 'javascript' })).toBe('http://inside:8080');
    for (const host of ['evil.example/x', 'a b', 'a"b', 'user@evil.example', 'a.example:80:80'])
      expect(await addressIn({ 'x-forwarded-host': host })).toBe('http://localhost:8080');
    expect(await addressIn({ 'x-forwarded-host': '[2001:db8::1]:81' })).toBe('http://[2001:db8::1]:81');
  });

  it('gives the place of the layer in each system, with the axes of the version', async () => {
    const boxOf = async (VERSION: string, crs: string) => {
      const { body } = await world.ask({ VERSION, REQUEST: 'GetCapabilities' });
      const found = new RegExp(
        `<BoundingBox .RS="${crs}" minx="(.+?)" miny="(.+?)" maxx="(.+?)" maxy="(.+?)"/>`,
      ).exec(body);
      return found?.slice(1, 5).map(Number) ?? [];
    };
    const expectBox = async (VERSION: string, crs: string, box: string, digits: number) => {
      const found = await boxOf(VERSION, crs);
      for (const [i, edge] of box.split(',').entries()) expect(found[i]).toBeCloseTo(Number(edge), digits);
    };
    await expectBox('1.1.1', 'EPSG:3857', wmsBox.join(), 3);
    await expectBox('1.1.1', 'EPSG:4326', degrees.eastFirst, 6);
    await expectBox('1.3.0', 'EPSG:4326', degrees.northFirst, 6);
    // LKS-92 is turned a little against EPSG:3857, so that its box is larger.
    const [minNorth = 0, minEast = 0] = await boxOf('1.3.0', 'EPSG:3059');
    const [south = 0, west = 0] = metres.northFirst.split(',').map(Number);
    expect(Math.abs(minNorth - south)).toBeLessThan(20);
    expect(Math.abs(minEast - west)).toBeLessThan(20);
  });

  it('API-WMS-01: draws a symbol for each rule', async () => {
    const answer = await world.ask({
      VERSION: '1.3.0',
      REQUEST: 'GetLegendGraphic',
      LAYER: `${world.id}_polygons`,
      FORMAT: 'image/png',
    });
    expect(answer.headers['content-type']).toBe('image/png');
    const { at, width, height } = await readPixels(answer.rawPayload);
    const colors = new Set(
      Array.from({ length: height }, (_, y) => at(13, y).join()).filter((color) => color !== white?.join()),
    );
    expect([colors.has(red?.join() ?? ''), colors.has(blue?.join() ?? '')]).toEqual([true, true]);
    const { body } = await world.ask({ VERSION: '1.3.0', REQUEST: 'GetCapabilities' });
    expect(body).toContain(`<LegendURL width="${width}" height="${height}">`);
  });

  it('API-WMS-01: names a rule in the language asked for, else in another one, else by its value', async () => {
    const legendOf = async (names: object, language: string) => {
      const labelRules = [{ rule: 'data.use=field', ...names }, { rule: 'Default' }];
      const layerId = await addLayer(getDatabase(), {
        groupId: world.groupId,
        fields: ['use'],
        geomStyle: JSON.stringify({ ...wmsStyle, labelRules }),
      });
      const query = { VERSION: '1.3.0', REQUEST: 'GetLegendGraphic', LAYER: `${layerId}_polygons` };
      const answer = await world.ask(query, { 'accept-language': language }, layerId);
      expect(answer.statusCode, answer.body.slice(0, 400)).toBe(200);
      return answer.rawPayload;
    };
    const names = { ruleNameEn: 'Fields', ruleNameLv: 'Tīrumi' };
    const english = await legendOf(names, 'en');
    const latvian = await legendOf(names, 'lv');
    const byValue = await legendOf({}, 'lv');
    expect(latvian).not.toEqual(english);
    expect(latvian).not.toEqual(byValue);
    expect(english).not.toEqual(byValue);
    expect(await legendOf({ ruleNameEn: 'Tīrumi' }, 'lv')).toEqual(latvian);
    expect(await legendOf({ ruleNameLv: '' }, 'lv')).toEqual(byValue);
  });

  it('API-WMS-01 D-CLS-14: draws the classes of a theme in place of rules, in the language asked for', async () => {
    const layerId = await addLayer(getDatabase(), {
      groupId: world.groupId,
      fields: ['bon'],
      geomStyle: JSON.stringify({ ...wmsStyle, theme: 'bonity' }),
    });
    const legendIn = async (language: string) => {
      const query = { VERSION: '1.3.0', REQUEST: 'GetLegendGraphic', LAYER: `${layerId}_polygons` };
      const answer = await world.ask(query, { 'accept-language': language }, layerId);
      expect(answer.statusCode, answer.body.slice(0, 400)).toBe(200);
      return answer.rawPayload;
    };
    const english = await legendIn('en');
    const { at, height } = await readPixels(english);
    const symbols = Array.from({ length: 8 }, (_, line) => at(13, 4 + line * 22 + 11).join());
    // One symbol for each of 0 to 6 and one for all others; no symbol of a rule, which rests.
    expect(height).toBe(2 * 4 + 8 * 22);
    expect(new Set(symbols).size).toBe(8);
    expect(symbols).not.toContain(red?.join());
    expect(symbols).not.toContain(blue?.join());
    expect(await legendIn('lv')).not.toEqual(english);
  });
});
