import { toLonLat } from '@pgis/geo';
import { addLayer, addObjects, describeOnEachDatabase, signIn } from '@pgis/testkit';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeWmsWorld, type WmsWorld, wmsBox, wmsSquare } from './WmsWorld.ts';

describeOnEachDatabase('WMS: GetFeatureInfo', (getDatabase) => {
  let world: WmsWorld;
  beforeAll(async () => {
    world = await makeWmsWorld(getDatabase());
  });
  afterAll(() => world[Symbol.asyncDispose]());

  const infoAt = (
    [x, y]: readonly [number, number],
    INFO_FORMAT = 'application/json',
    { layerId = world.id, headers = {} }: { layerId?: number; headers?: Record<string, string> } = {},
  ) => {
    const query = { REQUEST: 'GetFeatureInfo', QUERY_LAYERS: `${layerId}_polygons`, INFO_FORMAT };
    return world.ask(world.mapQuery({ ...query, I: String(x), J: String(y) }, layerId), headers, layerId);
  };

  it('API-WMS-01: tells what lies under a pixel, with the fields of the layer and no others', async () => {
    const answer = await infoAt([10, 90]);
    expect(answer.headers['content-type']).toBe('application/json');
    const { features, crs } = answer.json();
    // QGIS assumes the map's reference system for geometries without one.
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
    const [expectedLon, expectedLat] = toLonLat([wmsBox[0], wmsBox[1]]);
    expect([lon, lat]).toEqual([expect.closeTo(expectedLon, 6), expect.closeTo(expectedLat, 6)]);
    expect((await infoAt([10, 90], 'text/plain')).body).toContain('name = South west');
  });

  it('finds nothing where nothing is, and nothing that the caller may not see', async () => {
    expect((await infoAt([50, 50])).json().features).toEqual([]);
    expect((await infoAt([10, 10])).json().features).toEqual([]);
    const { headers } = await signIn(world.server, world.company.users.reader);
    const answer = await infoAt([10, 10], 'application/json', { headers });
    expect(answer.json().features.map(({ properties }: { properties: object }) => properties)).toMatchObject([
      { name: 'Private' },
    ]);
  });

  it('API-WMS-01: tells it as HTML, in which nothing of an object is markup', async () => {
    const layerId = await addLayer(getDatabase(), {
      groupId: world.groupId,
      name: '<b>Layer</b>',
      fields: ['use'],
    });
    const evil = '<script>alert("1")</script>\u0000&';
    await addObjects(getDatabase(), [
      {
        classId: layerId,
        wkt: wmsSquare(0, 0),
        name: "<img src=x onerror='x'>",
        data: { use: evil.replace('\u0000', '') },
      },
    ]);
    const answer = await infoAt([10, 90], 'text/html', { layerId });
    expect(answer.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(answer.headers['content-security-policy']).toMatch(/default-src 'none'.*sandbox/);
    expect(answer.body).toContain('&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt;&amp;');
    expect(answer.body).toContain('&lt;b&gt;Layer&lt;/b&gt;');
    expect(answer.body).not.toMatch(/<script|<img|<b>/);
  });

  it('takes X and Y in 1.1.1, and refuses a pixel outside the map', async () => {
    const { CRS: _, ...rest } = world.mapQuery();
    const query = {
      ...rest,
      VERSION: '1.1.1',
      SRS: 'EPSG:3857',
      REQUEST: 'GetFeatureInfo',
      QUERY_LAYERS: `${world.id}_polygons`,
      X: '90',
      Y: '10',
    };
    expect((await world.ask(query)).body).toContain('name = North east');
    const answer = await world.ask({ ...query, X: '100' });
    expect(answer.statusCode).toBe(400);
    expect(answer.body).toContain('code="InvalidPoint"');
  });
});
