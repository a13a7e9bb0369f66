import {
  type ActorCompany,
  addActors,
  addGroup,
  addLayer,
  addObjects,
  describeOnEachDatabase,
  mapQuery,
  signIn,
  type TestApp,
} from '@pgis/testkit';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { blue, clear, makeImageWorld, readPixels, red } from './ImageWorld.ts';

/** 100 x 100 pixels of 10 m. */
const box = [0, 0, 1_000, 1_000];
const redStyle = {
  fillColor: 'rgba(255,0,0,1)',
  lineColor: 'rgba(255,0,0,1)',
  lineWidth: 2,
  labelEnabled: false,
};
const style = {
  ...redStyle,
  pointForm: 'circle',
  pointRadius: 6,
  pointBgColor: 'rgba(255,0,0,1)',
  labelRules: [
    { ...redStyle, fillColor: 'rgba(0,0,255,1)', lineColor: 'rgba(0,0,255,1)', rule: 'data.use=field' },
    { ...redStyle, rule: 'Default' },
  ],
};

describeOnEachDatabase('Layer images', (getDatabase, itOnce) => {
  let company: ActorCompany;
  let other: ActorCompany;
  let server: TestApp;
  let layerId: number;

  beforeAll(async () => {
    const database = getDatabase();
    const world = await makeImageWorld(database, 'Images');
    ({ company, server } = world);
    other = await addActors(database, 'Other');
    layerId = await addLayer(database, {
      groupId: world.groupId,
      fields: ['use'],
      geomStyle: JSON.stringify(style),
      zoomFrom: 8,
    });
    const square = (x: number, y: number) =>
      `POLYGON((${x} ${y},${x + 200} ${y},${x + 200} ${y + 200},${x} ${y + 200},${x} ${y}))`;
    await addObjects(database, [
      { classId: layerId, wkt: square(100, 100), data: { use: 'field' } },
      { classId: layerId, wkt: square(600, 100) },
      { classId: layerId, wkt: square(100, 600), isPublic: false },
      { classId: layerId, wkt: 'POINT(700 700)' },
      {
        // The hole runs the same way round as the shell.
        classId: layerId,
        wkt: 'POLYGON((400 400,600 400,600 600,400 600,400 400),(450 450,550 450,550 550,450 550,450 450))',
      },
    ]);
  });
  afterAll(() => server[Symbol.asyncDispose]());

  const ask = (query: Record<string, string>, headers: Record<string, string> = {}, id = layerId) =>
    server.app.inject({
      url: `/api/v1/proxy/wmsLayers/${id}`,
      query: mapQuery(['lines', 'polygons', 'points'].map((kind) => `${id}_${kind}`).join(), box, {
        EXCEPTIONS: 'application/json',
        ...query,
      }),
      headers,
    });

  /** Returns the colour at a position in metres, as [red, green, blue, alpha]. */
  const pixels = async (png: Buffer) => {
    const { at, height } = await readPixels(png);
    return (x: number, y: number) => at(x / 10, height - 1 - Math.floor(y / 10));
  };

  const draw = async (query: Record<string, string> = {}, headers: Record<string, string> = {}) => {
    const answer = await ask(query, headers);
    expect(answer.statusCode, answer.body.slice(0, 300)).toBe(200);
    expect(answer.headers['content-type']).toBe('image/png');
    return await pixels(answer.rawPayload);
  };

  it('DPI draws the same image with more pixels: what is sharper stays as large', async () => {
    const radiusOf = async (query: Record<string, string>) => {
      const answer = await ask({ LAYERS: `${layerId}_points`, ...query });
      const { all, width } = await readPixels(answer.rawPayload);
      const covered = all().filter((value, index) => index % 4 === 3 && value > 127).length;
      return Math.sqrt(covered / Math.PI) / width;
    };
    const onScreen = await radiusOf({});
    const onPaper = await radiusOf({ WIDTH: '200', HEIGHT: '200', DPI: '192' });
    expect(onPaper / onScreen).toBeCloseTo(1, 1);
    expect((await radiusOf({ WIDTH: '200', HEIGHT: '200' })) / onScreen).toBeCloseTo(0.5, 1);
    for (const DPI of ['0', '301', 'x', '-192']) {
      const { statusCode, body } = await ask({ DPI });
      expect([statusCode, JSON.parse(body).error]).toEqual([400, 'IMAGE_REQUEST']);
    }
  });

  it('API-WMS-01: LAYERS names the kinds of the classifier that are drawn', async () => {
    const all = await draw();
    expect(all(700, 200)).toEqual(red);
    expect(all(700, 700)).toEqual(red);
    const points = await draw({ LAYERS: `${layerId}_points` });
    expect(points(700, 200)).toEqual(clear);
    expect(points(700, 700)).toEqual(red);
  });

  it('draws each object by its rule, and holes as holes', async () => {
    const at = await draw();
    expect(at(200, 200)).toEqual(blue);
    expect(at(700, 200)).toEqual(red);
    expect(at(425, 500)).toEqual(red);
    expect(at(500, 500)).toEqual(clear);
  });

  it('draws the patterns of fills and lines', async () => {
    const { companyId, units } = company;
    const groupId = await addGroup(getDatabase(), { companyId, unitId: units.roads });
    const geomStyle = JSON.stringify({
      ...redStyle,
      lineWidth: 10,
      fillPattern: 'tile',
      fillPatternColor: 'rgba(0,0,255,1)',
      strokePattern: 'tile',
      linePatternColor: 'rgba(0,0,255,1)',
    });
    const id = await addLayer(getDatabase(), { groupId, geomStyle });
    await addObjects(getDatabase(), [
      { classId: id, wkt: 'POLYGON((100 500,900 500,900 900,100 900,100 500))' },
      { classId: id, wkt: 'LINESTRING(100 200,900 200)' },
    ]);
    const at = await pixels(
      (await ask({ LAYERS: ['lines', 'polygons'].map((k) => `${id}_${k}`).join() }, {}, id)).rawPayload,
    );
    const colorsAlong = (y: number) =>
      new Set(Array.from({ length: 70 }, (_, i) => at(150 + i * 10, y).join()));
    for (const y of [200, 700]) expect(colorsAlong(y)).toEqual(new Set([red.join(), blue.join()]));
  });

  it('THEME-04: colours by the theme, from fields that no rule names', async () => {
    const { companyId, units } = company;
    const groupId = await addGroup(getDatabase(), { companyId, unitId: units.roads });
    const geomStyle = JSON.stringify({ ...redStyle, theme: 'volume' });
    const id = await addLayer(getDatabase(), { groupId, fields: ['krajaUzHa'], geomStyle });
    const square = (x: number) => `POLYGON((${x} 100,${x + 200} 100,${x + 200} 300,${x} 300,${x} 100))`;
    await addObjects(getDatabase(), [
      { classId: id, wkt: square(100), data: { krajaUzHa: '6' } },
      { classId: id, wkt: square(600), data: { krajaUzHa: 'x' } },
    ]);
    const at = await pixels((await ask({ LAYERS: `${id}_polygons` }, {}, id)).rawPayload);
    expect(at(200, 200)).toEqual([14, 79, 45, 204]);
    expect(at(700, 200)).toEqual([155, 164, 171, 204]);
  });

  it('shows a private object to its unit and to nobody else', async () => {
    const { headers } = await signIn(server, company.users.reader);
    const foreign = await signIn(server, other.users.moduleAdmin);
    expect((await draw())(200, 700)).toEqual(clear);
    expect((await draw({}, foreign.headers))(200, 700)).toEqual(clear);
    expect((await draw({}, headers))(200, 700)).toEqual(red);
  });

  it('takes an object filter, and refuses one on a field the layer does not have', async () => {
    const at = await draw({ _field: 'use', _value: 'FIEL' });
    expect(at(200, 200)).toEqual(blue);
    expect(at(700, 200)).toEqual(clear);
    expect((await ask({ _field: 'nothing', _value: 'x' })).json()).toMatchObject({ error: 'UNKNOWN_FIELD' });
  });

  it('is empty outside the zoom range of the layer', async () => {
    // 1 000 000 m on 100 pixels is zoom 4.
    const at = await pixels((await ask({ BBOX: '0,0,1000000,1000000' })).rawPayload);
    expect(at(5, 995)).toEqual(clear);
  });

  it('is white without TRANSPARENT', async () => {
    expect((await draw({ TRANSPARENT: 'FALSE' }))(50, 50)).toEqual([255, 255, 255, 255]);
  });

  it('takes names of parameters in any case, and version 1.1.1 with SRS', async () => {
    const query = `service=WMS&version=1.1.1&request=GetMap&srs=EPSG:3857&bbox=${box}&width=10&height=10&format=image/png&layers=${layerId}_points`;
    const answer = await server.app.inject({ url: `/api/v1/proxy/wmsLayers/${layerId}?${query}` });
    expect(answer.statusCode).toBe(200);
  });

  it.each([
    ['REQUEST', 'GetTile'],
    ['CRS', 'EPSG:25834'],
    ['FORMAT', 'image/svg+xml'],
    ['BBOX', '0,0,1000'],
    ['BBOX', '0,0,0,0'],
    ['BBOX', '0,0,NaN,5'],
    ['WIDTH', '0'],
    ['WIDTH', '-5'],
    ['HEIGHT', '1e3'],
    ['STYLES', 'bold'],
    ['BGCOLOR', 'red'],
    ['VERSION', '2.0'],
    ['LAYERS', ''],
    ['LAYERS', '1_points'],
    ['LAYERS', 'points'],
  ])('refuses %s=%s and names it', async (name, value) => {
    const answer = await ask({ [name]: value });
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toMatchObject({ error: 'IMAGE_REQUEST', errors: [{ path: `query/${name}` }] });
  });

  itOnce('draws 4096 × 4096 pixels, which are 64 MiB, and refuses 4097 a side', async () => {
    expect((await ask({ WIDTH: '4096', HEIGHT: '1' })).statusCode).toBe(200);
    expect((await ask({ WIDTH: '4097', HEIGHT: '1' })).json()).toMatchObject({ error: 'IMAGE_TOO_LARGE' });
    expect((await ask({ WIDTH: '4096', HEIGHT: '4096', LAYERS: `${layerId}_lines` })).statusCode).toBe(200);
    expect((await ask({ WIDTH: '4096', HEIGHT: '4097' })).json()).toMatchObject({ error: 'IMAGE_TOO_LARGE' });
  });

  it('answers a layer that is not there, and one that may not be seen, alike', async () => {
    const hidden = await addLayer(getDatabase(), {
      groupId: await addGroup(getDatabase(), { companyId: company.companyId, unitId: company.units.roads }),
      allObjectsPublic: false,
    });
    const [absent, foreign] = await Promise.all([ask({}, {}, layerId + 100_000), ask({}, {}, hidden)]);
    expect(absent.statusCode).toBe(404);
    expect(foreign.body.replace(foreign.json().requestId, '')).toBe(
      absent.body.replace(absent.json().requestId, ''),
    );
  });
});
