import { toLonLat } from '@pgis/geo';
import {
  type ActorCompany,
  addActors,
  addGroup,
  addLayer,
  addObjects,
  describeOnEachDatabase,
  signIn,
  startTestApp,
  type TestApp,
} from '@pgis/testkit';
import proj4 from 'proj4';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { blue, clear, plainStyle, readPixels, red, white } from './ImageWorld.ts';

/** Near Riga, where a metre of EPSG:3857 is about half a metre on the ground. */
const [left, bottom, sideM] = [2_680_000, 7_750_000, 1_000];
const lks92 =
  '+proj=tmerc +lat_0=0 +lon_0=24 +k=0.9996 +x_0=500000 +y_0=-6000000 +ellps=GRS80 +units=m +no_defs';
const style = {
  ...plainStyle('rgba(255,0,0,1)'),
  labelRules: [
    { rule: 'data.use=field', fillColor: 'rgba(0,0,255,1)', lineColor: 'rgba(0,0,255,1)' },
    { rule: 'Default' },
  ],
};

/** A square 1/5 of the world wide, its lower left corner so far from that of the world, in fifths. */
const square = (column: number, row: number) => {
  const [x, y, step] = [left + (column * sideM) / 5, bottom + (row * sideM) / 5, sideM / 5];
  return `POLYGON((${x} ${y},${x + step} ${y},${x + step} ${y + step},${x} ${y + step},${x} ${y}))`;
};

describeOnEachDatabase('WMS', (getDatabase) => {
  let company: ActorCompany;
  let server: TestApp;
  let id: number;

  beforeAll(async () => {
    const database = getDatabase();
    server = await startTestApp(database);
    company = await addActors(database, 'Maps');
    const groupId = await addGroup(database, {
      companyId: company.companyId,
      unitId: company.units.roads,
      name: 'Land & water',
    });
    id = await addLayer(database, {
      groupId,
      name: 'Fields <1> & "more"',
      fields: ['use'],
      geomStyle: JSON.stringify(style),
    });
    await addObjects(database, [
      { classId: id, wkt: square(0, 0), name: 'South west', data: { use: 'field', hidden: 'secret' } },
      { classId: id, wkt: square(4, 4), name: 'North east' },
      { classId: id, wkt: square(0, 4), name: 'Private', isPublic: false },
    ]);
  });
  afterAll(() => server[Symbol.asyncDispose]());

  const ask = (query: Record<string, string>, headers: Record<string, string> = {}) =>
    server.app.inject({ url: `/api/v1/proxy/wmsLayers/${id}`, query: { SERVICE: 'WMS', ...query }, headers });

  const mapQuery = (query: Record<string, string> = {}) => ({
    VERSION: '1.3.0',
    REQUEST: 'GetMap',
    CRS: 'EPSG:3857',
    BBOX: [left, bottom, left + sideM, bottom + sideM].join(),
    WIDTH: '100',
    HEIGHT: '100',
    FORMAT: 'image/png',
    TRANSPARENT: 'TRUE',
    LAYERS: `${id}_polygons`,
    STYLES: '',
    ...query,
  });

  const draw = async (query: Record<string, string>) => {
    const answer = await ask(mapQuery(query));
    expect(answer.statusCode, answer.body.slice(0, 400)).toBe(200);
    return await readPixels(answer.rawPayload);
  };

  /** Corners in another system, as its GetMap of x first has them. */
  const boxIn = (convert: (place: [number, number]) => readonly number[]) => {
    const [west = 0, south = 0] = convert([left, bottom]);
    const [east = 0, north = 0] = convert([left + sideM, bottom + sideM]);
    return { eastFirst: [west, south, east, north].join(), northFirst: [south, west, north, east].join() };
  };
  const degrees = boxIn(toLonLat);
  const metres = boxIn(proj4('EPSG:3857', lks92).forward);

  describe('GetMap', () => {
    it.each([
      ['1.1.1', 'SRS', 'EPSG:4326', degrees.eastFirst],
      ['1.3.0', 'CRS', 'EPSG:4326', degrees.northFirst],
      ['1.3.0', 'CRS', 'CRS:84', degrees.eastFirst],
      ['1.1.1', 'SRS', 'EPSG:3059', metres.eastFirst],
      ['1.3.0', 'CRS', 'EPSG:3059', metres.northFirst],
      ['1.1.1', 'SRS', 'EPSG:3857', mapQuery().BBOX],
      ['1.3.0', 'CRS', 'EPSG:900913', mapQuery().BBOX],
    ])('API-WMS-01: %s takes %s=%s in the order of its axes', async (VERSION, name, crs, BBOX) => {
      const { CRS: _, ...rest } = mapQuery();
      const answer = await ask({ ...rest, VERSION, [name]: crs, BBOX });
      expect(answer.statusCode, answer.body.slice(0, 400)).toBe(200);
      const { at } = await readPixels(answer.rawPayload);
      expect(at(10, 90)).toEqual(blue);
      expect(at(90, 10)).toEqual(red);
      expect(at(10, 10)).toEqual(clear);
      expect(at(50, 50)).toEqual(clear);
    });

    it('stretches the map where pixels are no squares', async () => {
      const { at, width } = await draw({ WIDTH: '200' });
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
        const answer = await ask(mapQuery({ FORMAT: format }));
        expect(answer.headers['content-type']).toBe(format);
        expect(answer.rawPayload.subarray(0, 4).toString('latin1')).toBe(magic);
        const { at } = await readPixels(answer.rawPayload);
        expect(at(50, 50)).toEqual(format === 'image/jpeg' ? white : clear);
        const [r = 0, g = 255, b = 255, a] = at(90, 10);
        expect([r > 240, g < 20, b < 20, a]).toEqual([true, true, true, 255]);
      }
    });

    it('lays the map on white, or on the colour asked for', async () => {
      expect((await draw({ TRANSPARENT: 'FALSE' })).at(50, 50)).toEqual(white);
      expect((await draw({ TRANSPARENT: 'FALSE', BGCOLOR: '0x0000FF' })).at(50, 50)).toEqual(blue);
    });

    it('API-WMS-01: parameters that it does not know, and other spellings, change nothing', async () => {
      const plain = await ask(mapQuery());
      const { BBOX = '', ...rest } = mapQuery();
      const { LAYERS: _, ...others } = rest;
      const other = await ask({
        ...others,
        bbox: BBOX,
        request: 'GetMap',
        Layers: `${id}_points,${id}_polygons`,
        STYLES: 'default,',
        TIME: '2020-01-01',
        ELEVATION: '5',
        MAP_RESOLUTION: '96',
      });
      expect(other.rawPayload.equals(plain.rawPayload)).toBe(true);
      const twice = await ask({ ...mapQuery(), layers: `${id}_points` });
      expect([twice.statusCode, twice.body.includes('LAYERS: NOT_ALLOWED')]).toEqual([400, true]);
    });

    it('API-WMS-01 D-CLS-13: a sharper map of the same scale is drawn at the same zooms', async () => {
      const layerId = await addLayer(getDatabase(), {
        groupId: await addGroup(getDatabase(), { companyId: company.companyId, unitId: company.units.roads }),
        geomStyle: JSON.stringify(plainStyle('rgba(255,0,0,1)')),
        // 100 px for 1 000 m are zoom 14.
        zoomFrom: 14,
        zoomTo: 14,
      });
      await addObjects(getDatabase(), [{ classId: layerId, wkt: square(0, 0) }]);
      const at = async (query: Record<string, string>) => {
        const answer = await server.app.inject({
          url: `/api/v1/proxy/wmsLayers/${layerId}`,
          query: { ...mapQuery({ LAYERS: `${layerId}_polygons`, ...query }) },
        });
        const { width, at: pixel } = await readPixels(answer.rawPayload);
        return pixel(width / 10, 0.9 * width);
      };
      expect(await at({})).toEqual(red);
      expect(await at({ WIDTH: '200', HEIGHT: '200' })).toEqual(clear);
      expect(await at({ WIDTH: '200', HEIGHT: '200', DPI: '192' })).toEqual(red);
    });

    it('API-WMS-01: shows what the caller may see, through the filter in the address', async () => {
      const { headers } = await signIn(server, company.users.reader);
      const seen = await readPixels((await ask(mapQuery(), headers)).rawPayload);
      expect(seen.at(10, 10)).toEqual(red);
      const filtered = await draw({ _field: 'use', _value: 'field' });
      expect(filtered.at(10, 90)).toEqual(blue);
      expect(filtered.at(90, 10)).toEqual(clear);
    });
  });

  describe('GetCapabilities', () => {
    it.each([
      ['1.1.1', 'application/vnd.ogc.wms_xml', '<WMT_MS_Capabilities version="1.1.1">', 'SRS'],
      ['1.3.0', 'text/xml; charset=utf-8', '<WMS_Capabilities version="1.3.0"', 'CRS'],
    ])('API-WMS-01: describes the layer in version %s', async (VERSION, type, root, name) => {
      const answer = await ask({ VERSION, REQUEST: 'GetCapabilities', _field: 'use', _value: 'a&b' });
      expect(answer.headers['content-type']).toBe(type);
      expect(answer.body).toContain(root);
      for (const crs of ['EPSG:3857', 'EPSG:4326', 'EPSG:3059'])
        expect(answer.body).toContain(`<${name}>${crs}</${name}>`);
      for (const suffix of ['points', 'lines', 'polygons'])
        expect(answer.body).toContain(`<Name>${id}_${suffix}</Name>`);
      expect(answer.body).toContain('<Title>Fields &lt;1&gt; &amp; &quot;more&quot;</Title>');
      expect(answer.body).toContain(`/api/v1/proxy/wmsLayers/${id}?_field=use&amp;_value=a%26b&amp;"`);
    });

    it.each([
      ['0.9', '1.1.1'],
      ['1.0.0', '1.1.1'],
      ['1.2.0', '1.1.1'],
      ['1.3.1', '1.3.0'],
      ['2', '1.3.0'],
      ['', '1.3.0'],
    ])('API-WMS-01: asked for version "%s" it answers %s', async (VERSION, answered) => {
      const { body } = await ask({ VERSION, request: 'getcapabilities' });
      expect(body).toContain(`Capabilities version="${answered}"`);
    });

    it('API-WMS-01 D-CLS-13: tells the scales a layer is drawn at, and only the kinds it holds', async () => {
      const layerId = await addLayer(getDatabase(), {
        groupId: await addGroup(getDatabase(), { companyId: company.companyId, unitId: company.units.roads }),
        zoomFrom: 10,
        zoomTo: 12,
      });
      await addObjects(getDatabase(), [{ classId: layerId, wkt: square(0, 0) }]);
      await getDatabase().db.updateTable('classifiers').set({ kinds: 4 }).where('id', '=', layerId).execute();
      const read = async (VERSION: string) => {
        const { body } = await server.app.inject({
          url: `/api/v1/proxy/wmsLayers/${layerId}`,
          query: { SERVICE: 'WMS', VERSION, REQUEST: 'GetCapabilities' },
          headers: { 'accept-language': 'lv' },
        });
        return body;
      };
      const body = await read('1.3.0');
      expect([...body.matchAll(/<Name>\d+_(\w+)</g)].map(([, suffix]) => suffix)).toEqual(['polygons']);
      const scale = (name: string) => Number(new RegExp(`<${name}>(.+?)<`).exec(body)?.[1]);
      const zoom0 = 156_543.03390625 / 0.00028;
      expect(scale('MaxScaleDenominator')).toBeCloseTo(zoom0 / 2 ** 9.5, 3);
      // As LKS-92 reckons it there, where a metre on the ground is nearly two of EPSG:3857.
      const [, latitude] = toLonLat([left, bottom + sideM / 5]);
      expect(scale('MinScaleDenominator')).toBeCloseTo(
        (zoom0 / 2 ** 12.5) * Math.cos((latitude * Math.PI) / 180),
        3,
      );
      expect(await read('1.1.1')).toMatch(/<ScaleHint min="\d+[.\d]*" max="\d+[.\d]*"\/>/);
      expect((await ask({ REQUEST: 'GetCapabilities' })).body).not.toMatch(/ScaleDenominator|ScaleHint/);
    });

    it('makes addresses from what a trusted proxy says, and from nobody else’s word', async () => {
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
        const url = `/api/v1/proxy/wmsLayers/${id}?SERVICE=WMS&REQUEST=GetCapabilities`;
        const { body } = await app.inject({ url, headers: forwarded });
        return /xlink:href="(.+?)\/api/.exec(body)?.[1];
      };
      expect(await addressIn(behind)).toBe('https://map.example');
      expect(await addressIn(server)).toBe('http://inside:8080');
      expect(await addressIn(named)).toBe('https://map.example/gis');
    });

    it('gives the place of the layer in each system, with the axes of the version', async () => {
      const boxOf = async (VERSION: string, crs: string) => {
        const { body } = await ask({ VERSION, REQUEST: 'GetCapabilities' });
        const found = new RegExp(
          `<BoundingBox .RS="${crs}" minx="(.+?)" miny="(.+?)" maxx="(.+?)" maxy="(.+?)"/>`,
        ).exec(body);
        return found?.slice(1, 5).map(Number) ?? [];
      };
      const expectBox = async (VERSION: string, crs: string, box: string, digits: number) => {
        const found = await boxOf(VERSION, crs);
        for (const [i, edge] of box.split(',').entries()) expect(found[i]).toBeCloseTo(Number(edge), digits);
      };
      await expectBox('1.1.1', 'EPSG:3857', mapQuery().BBOX, 3);
      await expectBox('1.1.1', 'EPSG:4326', degrees.eastFirst, 6);
      await expectBox('1.3.0', 'EPSG:4326', degrees.northFirst, 6);
      // LKS-92 is turned a little against EPSG:3857, so that its box is larger.
      const [minNorth = 0, minEast = 0] = await boxOf('1.3.0', 'EPSG:3059');
      const [south = 0, west = 0] = metres.northFirst.split(',').map(Number);
      expect(Math.abs(minNorth - south)).toBeLessThan(20);
      expect(Math.abs(minEast - west)).toBeLessThan(20);
    });
  });

  describe('GetFeatureInfo', () => {
    const infoAt = (x: number, y: number, query: Record<string, string> = {}) =>
      ask(
        mapQuery({
          REQUEST: 'GetFeatureInfo',
          QUERY_LAYERS: `${id}_polygons`,
          INFO_FORMAT: 'application/json',
          I: String(x),
          J: String(y),
          ...query,
        }),
      );

    it('API-WMS-01: tells what lies under a pixel, with the fields of the layer and no others', async () => {
      const answer = await infoAt(10, 90);
      expect(answer.headers['content-type']).toBe('application/json');
      const { features, crs } = answer.json();
      // QGIS takes geometries without it for those of the map.
      expect(crs.properties.name).toBe('urn:ogc:def:crs:OGC:1.3:CRS84');
      expect(features).toHaveLength(1);
      expect(features[0].properties).toEqual({
        id: features[0].id,
        layer: 'Fields <1> & "more"',
        name: 'South west',
        description: 'Topic',
        use: 'field',
      });
      expect(features[0].geometry.type).toBe('Polygon');
      const [lon, lat] = features[0].geometry.coordinates[0][0];
      const [expectedLon, expectedLat] = toLonLat([left, bottom]);
      expect([lon, lat]).toEqual([expect.closeTo(expectedLon, 6), expect.closeTo(expectedLat, 6)]);
      expect((await infoAt(10, 90, { INFO_FORMAT: 'text/plain' })).body).toContain('name = South west');
    });

    it('finds nothing where nothing is, and nothing that the caller may not see', async () => {
      expect((await infoAt(50, 50)).json().features).toEqual([]);
      expect((await infoAt(10, 10)).json().features).toEqual([]);
      const { headers } = await signIn(server, company.users.reader);
      const answer = await server.app.inject({
        url: `/api/v1/proxy/wmsLayers/${id}`,
        query: mapQuery({
          SERVICE: 'WMS',
          REQUEST: 'GetFeatureInfo',
          QUERY_LAYERS: `${id}_polygons`,
          INFO_FORMAT: 'application/json',
          I: '10',
          J: '10',
        }),
        headers,
      });
      expect(
        answer.json().features.map(({ properties }: { properties: object }) => properties),
      ).toMatchObject([{ name: 'Private' }]);
    });

    it('API-WMS-01: tells it as HTML, in which nothing of an object is markup', async () => {
      const layerId = await addLayer(getDatabase(), {
        groupId: await addGroup(getDatabase(), { companyId: company.companyId, unitId: company.units.roads }),
        name: '<b>Layer</b>',
        fields: ['use'],
      });
      const evil = '<script>alert("1")</script>\u0000&';
      await addObjects(getDatabase(), [
        {
          classId: layerId,
          wkt: square(0, 0),
          name: "<img src=x onerror='x'>",
          data: { use: evil.replace('\u0000', '') },
        },
      ]);
      const answer = await server.app.inject({
        url: `/api/v1/proxy/wmsLayers/${layerId}`,
        query: {
          ...mapQuery({ LAYERS: `${layerId}_polygons` }),
          REQUEST: 'GetFeatureInfo',
          QUERY_LAYERS: `${layerId}_polygons`,
          INFO_FORMAT: 'text/html',
          I: '10',
          J: '90',
        },
      });
      expect(answer.headers['content-type']).toBe('text/html; charset=utf-8');
      expect(answer.headers['content-security-policy']).toMatch(/default-src 'none'.*sandbox/);
      expect(answer.body).toContain('&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt;&amp;');
      expect(answer.body).toContain('&lt;b&gt;Layer&lt;/b&gt;');
      expect(answer.body).not.toMatch(/<script|<img|<b>/);
    });

    it('takes X and Y in 1.1.1, and refuses a pixel outside the map', async () => {
      const { CRS: _, ...rest } = mapQuery();
      const query = {
        ...rest,
        VERSION: '1.1.1',
        SRS: 'EPSG:3857',
        REQUEST: 'GetFeatureInfo',
        QUERY_LAYERS: `${id}_polygons`,
        X: '90',
        Y: '10',
      };
      expect((await ask(query)).body).toContain('name = North east');
      const answer = await ask({ ...query, X: '100' });
      expect(answer.statusCode).toBe(400);
      expect(answer.body).toContain('code="InvalidPoint"');
    });
  });

  describe('GetLegendGraphic', () => {
    it('API-WMS-01: draws a symbol for each rule', async () => {
      const answer = await ask({
        VERSION: '1.3.0',
        REQUEST: 'GetLegendGraphic',
        LAYER: `${id}_polygons`,
        FORMAT: 'image/png',
      });
      expect(answer.headers['content-type']).toBe('image/png');
      const { at, width, height } = await readPixels(answer.rawPayload);
      const colors = new Set(
        Array.from({ length: height }, (_, y) => at(13, y).join()).filter((color) => color !== white?.join()),
      );
      expect([colors.has(red?.join() ?? ''), colors.has(blue?.join() ?? '')]).toEqual([true, true]);
      const { body } = await ask({ VERSION: '1.3.0', REQUEST: 'GetCapabilities' });
      expect(body).toContain(`<LegendURL width="${width}" height="${height}">`);
    });

    it('API-WMS-01 D-CLS-14: draws the classes of a theme in place of rules, in the language asked for', async () => {
      const layerId = await addLayer(getDatabase(), {
        groupId: await addGroup(getDatabase(), { companyId: company.companyId, unitId: company.units.roads }),
        fields: ['bon'],
        geomStyle: JSON.stringify({ ...style, theme: 'bonity' }),
      });
      const legendIn = async (language: string) => {
        const answer = await server.app.inject({
          url: `/api/v1/proxy/wmsLayers/${layerId}`,
          query: {
            SERVICE: 'WMS',
            VERSION: '1.3.0',
            REQUEST: 'GetLegendGraphic',
            LAYER: `${layerId}_polygons`,
          },
          headers: { 'accept-language': language },
        });
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

  describe('errors', () => {
    it.each([
      ['1.1.1', 'application/vnd.ogc.se_xml', '<ServiceExceptionReport version="1.1.1">'],
      [
        '1.3.0',
        'text/xml; charset=utf-8',
        '<ServiceExceptionReport version="1.3.0" xmlns="http://www.opengis.net/ogc">',
      ],
    ])('API-WMS-01: are reports of WMS %s', async (VERSION, type, root) => {
      const answer = await ask(mapQuery({ VERSION, LAYERS: '1_points' }), { 'accept-language': 'lv' });
      expect(answer.statusCode).toBe(400);
      expect(answer.headers['content-type']).toBe(type);
      expect(answer.body).toContain(root);
      expect(answer.body).toContain('<ServiceException code="LayerNotDefined">');
    });

    it.each([
      ['FORMAT', 'image/svg+xml', 'InvalidFormat'],
      ['CRS', 'EPSG:25834', 'InvalidCRS'],
      ['STYLES', 'bold', 'StyleNotDefined'],
      ['REQUEST', 'GetTile', 'OperationNotSupported'],
    ])('%s=%s is called %s', async (name, value, code) => {
      expect((await ask(mapQuery({ [name]: value }))).body).toContain(`<ServiceException code="${code}">`);
    });

    it.each([
      ['1.1.1', 'application/vnd.ogc.se_inimage', 'application/vnd.ogc.se_blank'],
      ['1.3.0', 'INIMAGE', 'BLANK'],
    ])(
      'API-WMS-01: are told in the picture or left out of it where version %s is asked to',
      async (VERSION, inImage, blank) => {
        const wrong = {
          VERSION,
          STYLES: 'bold',
          TRANSPARENT: 'FALSE',
          BGCOLOR: '0x0000FF',
          WIDTH: '300',
          HEIGHT: '200',
        };
        const told = await ask(mapQuery({ ...wrong, EXCEPTIONS: inImage }));
        expect([told.statusCode, told.headers['content-type'], told.headers['cache-control']]).toEqual([
          200,
          'image/png',
          'no-store',
        ]);
        const { at, width, height } = await readPixels(told.rawPayload);
        expect([width, height, at(299, 199)]).toEqual([300, 200, blue]);
        const dark = Array.from({ length: 240 * 40 }, (_, i) => at(i % 240, Math.floor(i / 240))).filter(
          ([r = 255, g = 255, b = 255]) => Math.max(r, g, b) < 100,
        );
        expect(dark.length).toBeGreaterThan(100);
        const empty = await readPixels((await ask(mapQuery({ ...wrong, EXCEPTIONS: blank }))).rawPayload);
        expect([empty.width, empty.at(10, 10), empty.at(299, 199)]).toEqual([300, blue, blue]);
        const clearly = await ask(mapQuery({ ...wrong, EXCEPTIONS: blank, TRANSPARENT: 'TRUE' }));
        expect((await readPixels(clearly.rawPayload)).at(10, 10)).toEqual(clear);
        // A picture that cannot be drawn either, and what is no picture, have errors as text.
        const others: Record<string, string>[] = [
          { WIDTH: '5000' },
          { FORMAT: 'image/gif' },
          { REQUEST: 'GetFeatureInfo' },
        ];
        for (const query of others)
          expect((await ask(mapQuery({ ...wrong, EXCEPTIONS: blank, ...query }))).body).toContain(
            '<ServiceException',
          );
        expect((await ask({ REQUEST: 'GetCapabilities', VERSION })).body).toContain(
          `<Format>${inImage}</Format>`,
        );
      },
    );

    it.each([
      ['GetCapabilities', 'WFS'],
      ['GetMap', 'WFS'],
      ['GetFeatureInfo', 'WFS'],
      ['GetLegendGraphic', 'WCS'],
    ])('%s of another service, %s, is refused', async (REQUEST, SERVICE) => {
      expect((await ask({ ...mapQuery(), REQUEST, SERVICE })).statusCode).toBe(400);
    });

    it('name what is too large, and a layer that is not there or not to be seen', async () => {
      const large = await ask(mapQuery({ WIDTH: '4097' }));
      expect([large.statusCode, /<ServiceException>/.test(large.body)]).toEqual([400, true]);
      const hidden = await addLayer(getDatabase(), {
        groupId: await addGroup(getDatabase(), { companyId: company.companyId, unitId: company.units.roads }),
        allObjectsPublic: false,
      });
      const at = (layerId: number) =>
        server.app.inject({
          url: `/api/v1/proxy/wmsLayers/${layerId}`,
          query: { SERVICE: 'WMS', REQUEST: 'GetCapabilities' },
        });
      const [absent, foreign] = await Promise.all([at(id + 100_000), at(hidden)]);
      expect(absent.statusCode).toBe(404);
      expect(absent.body).toContain('code="LayerNotDefined"');
      expect(foreign.body).toBe(absent.body);
    });
  });
});
