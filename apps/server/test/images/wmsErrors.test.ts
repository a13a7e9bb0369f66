import { addLayer, describeOnOneDatabase } from '@pgis/testkit';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { blue, clear, readPixels } from './ImageWorld.ts';
import { makeWmsWorld, type WmsWorld } from './WmsWorld.ts';

describeOnOneDatabase('WMS: errors', (getDatabase) => {
  let world: WmsWorld;
  beforeAll(async () => {
    world = await makeWmsWorld(getDatabase());
  });
  afterAll(() => world[Symbol.asyncDispose]());

  it.each([
    ['1.1.1', 'application/vnd.ogc.se_xml', '<ServiceExceptionReport version="1.1.1">'],
    [
      '1.3.0',
      'text/xml; charset=utf-8',
      '<ServiceExceptionReport version="1.3.0" xmlns="http://www.opengis.net/ogc">',
    ],
  ])('API-WMS-01: are reports of WMS %s', async (VERSION, type, root) => {
    const answer = await world.ask(world.mapQuery({ VERSION, LAYERS: '1_points' }), {
      'accept-language': 'lv',
    });
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
    expect((await world.ask(world.mapQuery({ [name]: value }))).body).toContain(
      `<ServiceException code="${code}">`,
    );
  });

  it('API-WMS-01: name a kind of objects that stands twice in LAYERS', async () => {
    const ask = (...kinds: string[]) =>
      world.ask(world.mapQuery({ LAYERS: kinds.map((kind) => `${world.id}_${kind}`).join(',') }));
    expect((await ask('points', 'lines')).statusCode).toBe(200);
    for (const kinds of [
      ['points', 'points'],
      ['points', 'lines', 'points'],
    ]) {
      const answer = await ask(...kinds);
      expect(answer.statusCode).toBe(400);
      expect(answer.body).toContain('<ServiceException code="LayerNotDefined">');
    }
  });

  it.each([
    ['1.1.1', 'application/vnd.ogc.se_inimage', 'application/vnd.ogc.se_blank'],
    ['1.3.0', 'INIMAGE', 'BLANK'],
  ])(
    'API-WMS-01: are told in the image or left out of it where version %s is asked to',
    async (VERSION, inImage, blank) => {
      const wrong = {
        VERSION,
        STYLES: 'bold',
        TRANSPARENT: 'FALSE',
        BGCOLOR: '0x0000FF',
        WIDTH: '300',
        HEIGHT: '200',
      };
      const inImageAnswer = await world.ask(world.mapQuery({ ...wrong, EXCEPTIONS: inImage }));
      expect([
        inImageAnswer.statusCode,
        inImageAnswer.headers['content-type'],
        inImageAnswer.headers['cache-control'],
      ]).toEqual([200, 'image/png', 'no-store']);
      const { at, width, height } = await readPixels(inImageAnswer.rawPayload);
      expect([width, height, at(299, 199)]).toEqual([300, 200, blue]);
      const dark = Array.from({ length: 240 * 40 }, (_, i) => at(i % 240, Math.floor(i / 240))).filter(
        ([r = 255, g = 255, b = 255]) => Math.max(r, g, b) < 100,
      );
      expect(dark.length).toBeGreaterThan(100);
      const empty = await readPixels(
        (await world.ask(world.mapQuery({ ...wrong, EXCEPTIONS: blank }))).rawPayload,
      );
      expect([empty.width, empty.at(10, 10), empty.at(299, 199)]).toEqual([300, blue, blue]);
      const clearly = await world.ask(world.mapQuery({ ...wrong, EXCEPTIONS: blank, TRANSPARENT: 'TRUE' }));
      expect((await readPixels(clearly.rawPayload)).at(10, 10)).toEqual(clear);
      // Errors come as text where an image cannot be drawn, or no image is asked for.
      const others: Record<string, string>[] = [
        { WIDTH: '5000' },
        { FORMAT: 'image/gif' },
        { REQUEST: 'GetFeatureInfo' },
      ];
      for (const query of others)
        expect((await world.ask(world.mapQuery({ ...wrong, EXCEPTIONS: blank, ...query }))).body).toContain(
          '<ServiceException',
        );
      expect((await world.ask({ REQUEST: 'GetCapabilities', VERSION })).body).toContain(
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
    expect((await world.ask({ ...world.mapQuery(), REQUEST, SERVICE })).statusCode).toBe(400);
  });

  it('name what is too large, and a layer that is not there or not visible', async () => {
    const large = await world.ask(world.mapQuery({ WIDTH: '4097' }));
    expect([large.statusCode, /<ServiceException>/.test(large.body)]).toEqual([400, true]);
    const hidden = await addLayer(getDatabase(), {
      groupId: world.groupId,
      allObjectsPublic: false,
    });
    const at = (layerId: number) => world.ask({ REQUEST: 'GetCapabilities' }, {}, layerId);
    const [absent, foreign] = await Promise.all([at(world.id + 100_000), at(hidden)]);
    expect(absent.statusCode).toBe(404);
    expect(absent.body).toContain('code="LayerNotDefined"');
    expect(foreign.body).toBe(absent.body);
  });
});
