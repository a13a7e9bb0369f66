import { clusterCellM, listRuleTokens, parseGeomStyle } from '@pgis/cartography';
import { type Classifier, type LayerDensity, type LoadReply, limits } from '@pgis/contract';
import { resolutionFromZoom, tileExtent } from '@pgis/geo';
import { addObjects, describeOnEachDatabase, mapQuery, type ObjectRow } from '@pgis/testkit';
import { expect, it } from 'vitest';
import { layerPermissions } from '../../src/layers/layerPermissions.ts';
import { listLayersById } from '../../src/layers/listLayersById.ts';
import { readClusters } from '../../src/rendering/job/aggregates/readClusters.ts';
import { setUpClassifiers } from '../layers/setUpClassifiers.ts';
import type { Requester } from '../objects/ObjectWorld.ts';
import { readPixels } from './ImageWorld.ts';

const ZOOM = 10;
const cell = clusterCellM(ZOOM);
const px = resolutionFromZoom(ZOOM);
/** The middle of the cell north-east of 0, 0. */
const middle = cell / 2;
const density: LayerDensity = { kind: 'clusters', zoomTo: 12 };
const geomStyle = JSON.stringify({
  pointForm: 'circle',
  pointRadius: 5,
  pointBgColor: '#0000ff',
  labelRules: [{ rule: 'data.state=bad', pointForm: 'circle', pointRadius: 5, pointBgColor: '#ff0000' }],
});

describeOnEachDatabase('Clusters', (getDatabase, itOnce) => {
  const { getWorld, get, send, newLayer } = setUpClassifiers(getDatabase);

  type Points = readonly Omit<ObjectRow, 'classId'>[];
  const many = (count: number, point: Points[number] = {}): Points => Array(count).fill(point);

  /** A position in pixels from 0, 0, by default at the height of the middle of the cell. */
  const at = (xPx: number, yPx = 32) => ({ wkt: `POINT(${xPx * px} ${yPx * px})` });

  /** A layer with points close to the middle of the cell, a metre apart. */
  async function makeLayer(points: Points, more: Parameters<typeof newLayer>[0] = {}) {
    const id = await newLayer({ geomStyle, density, fields: ['state'], allObjectsPublic: null, ...more });
    await addObjects(
      getDatabase(),
      points.map((point, i) => ({
        isPublic: true,
        wkt: `POINT(${middle + (i % 10)} ${middle + Math.floor(i / 10)})`,
        ...point,
        classId: id,
      })),
    );
    return id;
  }

  const find = async (
    id: number,
    {
      as = 'visitor',
      zoom = ZOOM,
      ...more
    }: { as?: Requester; zoom?: number } & Record<string, unknown> = {},
  ) => {
    const { json } = await getWorld().t.call<{
      data: object | null;
      cluster?: { count: number; layerId: number; extent: number[] };
    }>({
      method: 'POST',
      url: '/api/v1/geoms/nearestgeom',
      headers: getWorld().headersOf(as),
      payload: { x: middle, y: middle, zoom, classifiers: [id], ...more },
    });
    return json;
  };
  const countOf = async (id: number, more: Parameters<typeof find>[1] = {}) =>
    (await find(id, more)).cluster?.count;

  /** An image of cells around 0, 0 at the zoom of the clusters, moved by `left` pixels. */
  async function draw(
    id: number,
    {
      as = 'visitor',
      left = -100,
      zoom = ZOOM,
      ...more
    }: { as?: Requester; left?: number; zoom?: number } & Record<string, unknown> = {},
  ) {
    const pixelM = resolutionFromZoom(zoom);
    const { rawPayload, statusCode, body } = await getWorld().t.app.inject({
      url: `/api/v1/proxy/wmsLayers/${id}`,
      headers: getWorld().headersOf(as),
      query: mapQuery(`${id}_points`, [left * pixelM, -100 * pixelM, (left + 200) * pixelM, 100 * pixelM], {
        WIDTH: '200',
        HEIGHT: '200',
        EXCEPTIONS: 'application/json',
        ...(more as Record<string, string>),
      }),
    });
    if (statusCode !== 200) throw new Error(body);
    return rawPayload;
  }

  /** The tile whose lower left corner is 0, 0, or one of its row. */
  async function tileOf(id: number, columns = 0) {
    const tile = { z: ZOOM, x: 2 ** (ZOOM - 1) + columns, y: 2 ** (ZOOM - 1) - 1 };
    expect(tileExtent(tile)[0]).toBeCloseTo(columns * 256 * px);
    const source = await getWorld().t.call<{ version: string }>({ url: `/api/v1/tiles/${id}` });
    const url = `/api/v1/tiles/${id}/${source.json.version}/${tile.z}/${tile.x}/${tile.y}.png`;
    return (await getWorld().t.app.inject({ url })).rawPayload;
  }

  it('count the points of a cell, and fewer than three are drawn as specified', async () => {
    expect(await countOf(await makeLayer(many(57)))).toBe(57);
    const pair = await makeLayer(many(2));
    expect(await find(pair)).toMatchObject({ data: { layerId: pair } });
    const plain = await makeLayer(many(2), { density: { kind: 'asIs' } });
    expect(await draw(pair)).toEqual(await draw(plain));
  });

  it('D-PERM-03 D-CLS-07: never count a point that the reader must not see, in images neither', async () => {
    const open = await makeLayer(many(5));
    const mixed = await makeLayer([...many(5), ...many(40, { isPublic: false })]);
    expect([await countOf(mixed), await countOf(mixed, { as: 'reader' })]).toEqual([5, 45]);
    expect(await countOf(mixed, { as: 'foreigner' })).toBe(5);
    expect(await draw(mixed)).toEqual(await draw(open));
    expect(await draw(mixed, { as: 'reader' })).not.toEqual(await draw(open));
    const waiting = await makeLayer(many(9));
    await getDatabase()
      .db.updateTable('geoms')
      .set({ review: 'waiting' })
      .where('class_id', '=', waiting)
      .where('id', 'in', (eb) =>
        eb.selectFrom('geoms').select('id').where('class_id', '=', waiting).orderBy('id', 'desc').limit(4),
      )
      .execute();
    expect([await countOf(waiting), await countOf(waiting, { as: 'writer' })]).toEqual([5, 9]);
    expect(await draw(waiting)).toEqual(await draw(open));
  });

  it('D-CLS-06 D-OBJ-14: filters, rulesets of views and switched-off rules change the counts', async () => {
    const id = await makeLayer([
      ...many(6, { data: { state: 'bad' } }),
      ...many(11, { data: { state: 'good' } }),
    ]);
    expect(await countOf(id)).toBe(17);
    const objectFilter = [{ classId: id, field: 'state', value: 'bad' }];
    expect(await countOf(id, { objectFilter })).toBe(6);
    const [bad = ''] = listRuleTokens(parseGeomStyle(geomStyle).style);
    expect(await countOf(id, { hiddenRules: [{ classId: id, rules: [bad] }] })).toBe(11);
    const good = await makeLayer(many(11, { data: { state: 'good' } }));
    const [switchedOff, only] = [await draw(id, { _hide: bad }), await draw(good)];
    const centre = { x: 100 + 32, y: 100 - 32 };
    const [one, other] = [await readPixels(switchedOff), await readPixels(only)];
    expect(one.at(centre.x, centre.y - 10)).toEqual(other.at(centre.x, centre.y - 10));
    const { id1 } = await get(id);
    const ruleset = { condition: 'and', rules: [{ field: 'state', operator: '=', value: 'good' }] };
    const view = await send<Classifier>('POST', `/1/${id}/duplicate`, { name: 'Good', id1, ruleset });
    expect(await countOf(view.json.id)).toBe(11);
  });

  itOnce(
    'are the same in each view and tile: no pan, no tile edge and no strip changes or cuts one',
    async () => {
      const id = await makeLayer(many(40));
      const [one, panned] = await Promise.all(
        [-100, -60].map(async (left) => await readPixels(await draw(id, { left }))),
      );
      for (let x = 0; x < 160; x += 3)
        for (let y = 0; y < 200; y += 3) expect(panned?.at(x, y)).toEqual(one?.at(x + 40, y));
      const pixels = await readPixels(await tileOf(id));
      for (let x = 0; x < 90; x += 3)
        for (let y = 0; y < 90; y += 3) expect(pixels.at(x, 255 - y)).toEqual(one?.at(100 + x, 99 - y));
      expect(one?.at(132, 68 - 10)).toEqual([0, 0, 255, 255]);
    },
  );

  it('are drawn to their edge between two zooms, where they leave their cells, and so are single points', async () => {
    const beside = many(2, at(-2));
    const [pair, plain] = [await makeLayer(beside), await makeLayer(beside, { density: { kind: 'asIs' } })];
    expect(await tileOf(pair)).toEqual(await tileOf(plain));
    expect((await readPixels(await tileOf(pair))).at(0, 255 - 32)[3]).toBe(255);
    // A pixel is larger there than at the whole zoom; the image begins five beyond the cell.
    const zoom = ZOOM - 0.49;
    const dot = JSON.stringify({ pointForm: 'none', pointRadius: 1, labelEnabled: false });
    const id = await makeLayer(many(1_000, at(63)), { geomStyle: dot });
    const left = cell / resolutionFromZoom(zoom) + 5;
    const [one, panned] = await Promise.all(
      [left, left - 40].map(async (edge) => await readPixels(await draw(id, { left: edge, zoom }))),
    );
    for (let y = 60; y < 90; y++) {
      const [alpha = 0, other = 0] = [one?.at(0, y)[3], panned?.at(40, y)[3]];
      // Antialiasing may differ a little at the edge of an image.
      expect(Math.abs(alpha - other)).toBeLessThan(30);
    }
    expect(one?.at(0, 77)[3]).toBeGreaterThan(128);
  });

  it('D-OBJ-03: a look-up beside a circle finds what is drawn there, never a point of the circle', async () => {
    const id = await makeLayer([...many(20, at(7)), ...many(20, at(57))]);
    const x = 57 * px;
    expect(await find(id, { x })).toEqual({ noDataFound: true, data: null });
    const corners = [0, cell].flatMap((edge) => [`${edge} 0`, `${edge} ${cell}`]);
    const [a, b, c, d] = corners;
    const [area] = await addObjects(getDatabase(), [
      { classId: id, isPublic: true, wkt: `POLYGON((${a},${b},${d},${c},${a}))` },
    ]);
    expect((await find(id, { x })).data).toMatchObject({ id: area });
    const hiddenRules = [{ classId: id, rules: listRuleTokens(parseGeomStyle(geomStyle).style).slice(0, 1) }];
    expect((await find(id, { x, hiddenRules })).data).toMatchObject({ id: area });
    expect(await countOf(id, { hiddenRules })).toBe(40);
    // Points that are drawn: a single one of the next cell, and those of a layer without clusters.
    const [single] = await addObjects(getDatabase(), [{ classId: id, isPublic: true, ...at(66) }]);
    expect((await find(id, { x: 62 * px })).data).toMatchObject({ id: single });
    const plain = await makeLayer(many(1, at(57)), { density: { kind: 'asIs' } });
    expect((await find(id, { x, classifiers: [id, plain] })).data).toMatchObject({ layerId: plain });
  });

  it('API-WMS-01: GetFeatureInfo lists the points of the circle under a pixel, and none that is not drawn beside it', async () => {
    const name = (prefix: string, count: number) =>
      Array.from({ length: count }, (_, i) => ({ name: `${prefix}${i}` }));
    const id = await makeLayer([
      ...name('west', 4).map((point) => ({ ...point, ...at(7) })),
      ...name('east', 4).map((point) => ({ ...point, ...at(57) })),
      { name: 'single', ...at(70) },
      { name: 'other cell', ...at(32, 100) },
    ]);
    const ask = async (xPx: number, count = 50) => {
      const bbox = [xPx - 100, -68, xPx + 100, 132].map((edge) => edge * px);
      const { body } = await getWorld().t.app.inject({
        url: `/api/v1/proxy/wmsLayers/${id}`,
        query: mapQuery(`${id}_points`, bbox, {
          ...{ REQUEST: 'GetFeatureInfo', QUERY_LAYERS: `${id}_points`, INFO_FORMAT: 'application/json' },
          ...{ WIDTH: '200', HEIGHT: '200', I: '100', J: '100', FEATURE_COUNT: String(count) },
        }),
      });
      const { features } = JSON.parse(body) as { features: { properties: { name: string } }[] };
      return features.map(({ properties }) => properties.name).toSorted();
    };
    // The circle stands in the middle, where none of its points lies.
    expect(await ask(32)).toEqual([...name('east', 4), ...name('west', 4)].map(({ name: one }) => one));
    expect(await ask(32, 3)).toHaveLength(3);
    expect(await ask(57)).toEqual([]);
    expect(await ask(69)).toEqual(['single']);
  });

  it('API-GEOM-14: a list of the points at a place leaves out lines and polygons and ends with its limit', async () => {
    const id = await makeLayer(many(5));
    await addObjects(getDatabase(), [
      { classId: id, isPublic: true, wkt: `LINESTRING(0 0, ${middle} ${middle})` },
      { classId: id, isPublic: true, wkt: `POLYGON((0 0, ${cell} 0, ${cell} ${cell}, 0 0))` },
    ]);
    const list = async (more: Record<string, unknown>) => {
      const [minx, miny, maxx, maxy] = [middle, middle, middle + 9, middle + 9];
      return await getWorld().t.call<{ wkt: string }[]>({
        method: 'POST',
        url: '/api/v1/geoms/features',
        payload: { minx, miny, maxx, maxy, zoom: ZOOM, classifiers: [id], ...more },
      });
    };
    expect((await list({})).json).toHaveLength(7);
    const { json: points } = await list({ kind: 'point' });
    expect(points.map(({ wkt }) => wkt.slice(0, 5))).toEqual(Array(5).fill('POINT'));
    expect((await list({ kind: 'point', limit: 5 })).json).toEqual(points);
    expect((await list({ kind: 'point', limit: 4 })).json).toEqual(points.slice(0, 4));
    const statusOf = async (limit: number) => (await list({ limit })).status;
    expect(await statusOf(limits.featuresRows)).toBe(200);
    for (const limit of [0, limits.featuresRows + 1]) expect(await statusOf(limit)).toBe(400);
  });

  it('read no more rows than the limit where rules are switched off', async () => {
    const id = await makeLayer(
      Array.from({ length: 12 }, (_, i) => ({ data: { state: `${i}` } })),
      { allObjectsPublic: true },
    );
    const { db } = getDatabase();
    const [layer] = await listLayersById(db, [id]);
    if (layer === undefined) throw new Error('No layer.');
    const rights = layerPermissions({ kind: 'anonymous', visitorId: undefined, address: '' }, layer);
    const [hidden = ''] = listRuleTokens(parseGeomStyle(geomStyle).style);
    const read = async (maxRows: number, hiddenRules: string[]) => {
      const scope = { layer, rights, filters: [] };
      const { clusters } = await readClusters(db, {
        ...{ scope, extent: [0, 0, cell, cell], zoom: ZOOM, hiddenRules, maxRows },
      });
      return clusters.map(({ count }) => count);
    };
    expect(await read(12, [hidden])).toEqual([12]);
    await expect(read(11, [hidden])).rejects.toMatchObject({ code: 'IMAGE_TOO_LARGE' });
    // The database counts all points of a cell where no rule is switched off.
    expect(await read(1, [])).toEqual([12]);
  });

  it('are those of the nearest whole zoom between two', async () => {
    const id = await makeLayer([...many(2, at(45)), ...many(2, at(57))]);
    expect(await countOf(id, { zoom: ZOOM + 0.3, x: 49 * px })).toBe(4);
  });

  it('D-OBJ-02: are images of the server up to their last zoom, and vectors as specified beyond it', async () => {
    const id = await makeLayer(many(4));
    const load = async (zoom: number) =>
      (
        await getWorld().t.call<LoadReply>({
          method: 'POST',
          url: '/api/v1/geoms/points',
          payload: { minx: 0, miny: 0, maxx: cell, maxy: cell, zoom, classifiers: [id] },
        })
      ).json;
    expect(await load(12)).toMatchObject({ features: [], imageLayers: [id] });
    expect((await load(12.4)).imageLayers).toEqual([id]);
    const near = await load(13);
    expect([near.features.length, near.imageLayers]).toEqual([4, []]);
    expect(await find(id, { zoom: 13 })).toMatchObject({ data: { layerId: id } });
    const plain = await makeLayer(many(4), { density: { kind: 'asIs' } });
    expect(await draw(id, { zoom: 13 })).toEqual(await draw(plain, { zoom: 13 }));
  });

  it('have a new count as soon as a point is added, in tiles too', async () => {
    const id = await makeLayer(many(99));
    const before = await tileOf(id);
    await addObjects(getDatabase(), [{ classId: id, wkt: `POINT(1 1)`, isPublic: true }]);
    expect(await countOf(id)).toBe(100);
    expect(await tileOf(id)).not.toEqual(before);
  });

  it('leave nothing of the symbols that they take the place of, however far those reach', async () => {
    const large = JSON.stringify({ pointForm: 'circle', pointRadius: 80, pointBgColor: '#0000ff' });
    const id = await makeLayer(many(2, at(1)), { geomStyle: large });
    const alphas = async () => (await readPixels(await tileOf(id, -1))).all().filter((_, i) => i % 4 === 3);
    expect((await alphas()).some((alpha) => alpha > 0)).toBe(true);
    await addObjects(getDatabase(), [{ classId: id, isPublic: true, ...at(63) }]);
    expect((await alphas()).every((alpha) => alpha === 0)).toBe(true);
  });
});
