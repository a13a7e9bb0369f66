import { heatCellM, heatColor, listRuleTokens, parseGeomStyle } from '@pgis/cartography';
import type { Classifier, LayerDensity, LoadReply } from '@pgis/contract';
import { resolutionFromZoom, toLonLat } from '@pgis/geo';
import { addObjects, describeOnEachDatabase, mapQuery, type ObjectRow } from '@pgis/testkit';
import { expect, it } from 'vitest';
import { manyAt } from '../../src/layers/density/measureHeat.ts';
import { measureSpacing } from '../../src/layers/density/measureSpacing.ts';
import { layerPermissions } from '../../src/layers/layerPermissions.ts';
import { listLayersById } from '../../src/layers/listLayersById.ts';
import { readHeat } from '../../src/rendering/job/aggregates/readHeat.ts';
import { setUpClassifiers } from '../layers/setUpClassifiers.ts';
import type { Requester } from '../objects/ObjectWorld.ts';
import { readPixels } from './ImageWorld.ts';

const ZOOM = 10;
const px = resolutionFromZoom(ZOOM);
/** The middle of a cell of heat, near the middle of the images. */
const middle = 10.5 * heatCellM(ZOOM);
const density: LayerDensity = { kind: 'heat', zoomTo: 12, radiusPx: 28 };
const geomStyle = JSON.stringify({
  pointForm: 'circle',
  labelRules: [{ rule: 'data.state=bad', pointForm: 'circle' }, { rule: 'Default' }],
});

describeOnEachDatabase('Heat maps', (getDatabase, itOnce) => {
  const { getWorld, get, put, send, newLayer } = setUpClassifiers(getDatabase);

  type Objects = readonly Omit<ObjectRow, 'classId'>[];
  const at = (xPx: number, yPx = 0) => ({ wkt: `POINT(${middle + xPx * px} ${middle + yPx * px})` });
  const many = (count: number, object: Objects[number] = {}): Objects => Array(count).fill(object);
  /** Four hot spots of the same heat far away, which make up what is "many". */
  const elsewhere = [5, 6, 7, 8].flatMap((n) => many(20, at(n * 1_000)));

  async function makeLayer(objects: Objects, more: Parameters<typeof newLayer>[0] = {}) {
    const id = await newLayer({
      ...{ geomStyle, density, fields: ['state', 'floors'], allObjectsPublic: null },
      ...more,
    });
    await addObjects(
      getDatabase(),
      objects.map((object) => ({ isPublic: true, ...at(0), ...object, classId: id })),
    );
    await measureSpacing(getDatabase().db, id);
    return id;
  }

  interface Drawing extends Record<string, unknown> {
    readonly as?: Requester;
    /** Pixels from 0, 0. */
    readonly left?: number;
    readonly zoom?: number;
  }

  async function draw(id: number, { as = 'visitor', left = -60, zoom = ZOOM, ...more }: Drawing = {}) {
    const pixelM = resolutionFromZoom(zoom);
    const { rawPayload, statusCode, body } = await getWorld().t.app.inject({
      url: `/api/v1/proxy/wmsLayers/${id}`,
      headers: getWorld().headersOf(as),
      query: mapQuery(
        ['lines', 'polygons', 'points'].map((kind) => `${id}_${kind}`).join(),
        [left * pixelM, -60 * pixelM, (left + 200) * pixelM, 140 * pixelM],
        { WIDTH: '200', HEIGHT: '200', EXCEPTIONS: 'application/json', ...(more as Record<string, string>) },
      ),
    });
    if (statusCode !== 200) throw new Error(body);
    return await readPixels(rawPayload);
  }
  /** Pixels of the hot spot in an image that begins 60 pixels from 0, 0. */
  const [spotX, spotY] = [60 + middle / px, 140 - middle / px];

  const scaleOf = async (id: number) =>
    (
      await getDatabase()
        .db.selectFrom('classifiers')
        .select('heat_scale')
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
    ).heat_scale;

  const find = async (id: number, { as = 'visitor', ...more }: Drawing = {}) =>
    (
      await getWorld().t.call<{ data: object | null; cluster?: { count: number; extent: number[] } }>({
        method: 'POST',
        url: '/api/v1/geoms/nearestgeom',
        headers: getWorld().headersOf(as),
        payload: { x: middle, y: middle, zoom: ZOOM, classifiers: [id], ...more },
      })
    ).json;

  it('are hottest where the most objects lie, fall off to the radius and have nothing beyond', async () => {
    const image = await draw(await makeLayer([...many(20), ...elsewhere]));
    const alphas = [0, 7, 14, 21, 27, 34].map((distance) => image.at(spotX + distance, spotY)[3] ?? 0);
    expect(alphas.toSorted((a, b) => b - a)).toEqual(alphas);
    expect([alphas[0], alphas.at(-1)]).toEqual([217, 0]);
    // Half a pixel of the grid beside the spot there is 97 per cent of "many", which differs by a shade.
    const [red = 0, green = 0, blue = 0] = image.at(spotX, spotY);
    const last = heatColor('YlOrRd', 1);
    for (const [i, channel] of [red, green, blue].entries())
      expect(Math.abs(channel - (last[i] ?? 0))).toBeLessThanOrEqual(12);
  });

  itOnce(
    'are the same in each view, tile and resolution of the screen: no pan and no edge changes a pixel',
    async () => {
      const scattered = Array.from({ length: 300 }, (_, i) =>
        at(((i * 37) % 240) - 80, ((i * 53) % 240) - 120),
      );
      const id = await makeLayer(scattered);
      const [one, panned] = [await draw(id), await draw(id, { left: -21 })];
      expect(one.all().some((value, i) => i % 4 === 3 && value > 200)).toBe(true);
      for (let x = 0; x < 160; x++)
        for (let y = 0; y < 200; y += 3) expect(panned.at(x, y)).toEqual(one.at(x + 39, y));
      const source = await getWorld().t.call<{ version: string }>({ url: `/api/v1/tiles/${id}` });
      const tiles = await Promise.all(
        [-1, 0].map(async (column) => {
          const [x, y] = [2 ** (ZOOM - 1) + column, 2 ** (ZOOM - 1) - 1];
          const url = `/api/v1/tiles/${id}/${source.json.version}/${ZOOM}/${x}/${y}.png`;
          return await readPixels((await getWorld().t.app.inject({ url })).rawPayload);
        }),
      );
      // Metatiles and tiles have their own grids of pixels here: half a step of colour may differ.
      for (let x = -60; x < 140; x += 3)
        for (let y = 0; y < 140; y += 3) {
          const pixel = x < 0 ? tiles[0]?.at(256 + x, 255 - y) : tiles[1]?.at(x, 255 - y);
          const other = one.at(60 + x, 139 - y);
          for (const [i, value] of (pixel ?? []).entries())
            expect(Math.abs(value - (other[i] ?? 0))).toBeLessThanOrEqual(other[3] === 0 ? 8 : 2);
        }
    },
  );

  it('D-PERM-03 D-CLS-07: neither picture, colours nor look-ups tell of objects that the reader must not see', async () => {
    const open = [...many(20), ...elsewhere];
    const hidden = many(500, { isPublic: false });
    const [alone, mixed] = [await makeLayer(open), await makeLayer([...open, ...hidden])];
    expect((await draw(mixed)).all()).toEqual((await draw(alone)).all());
    expect((await draw(mixed, { as: 'reader' })).all()).not.toEqual((await draw(alone)).all());
    const [scale, other] = [await scaleOf(mixed), await scaleOf(alone)];
    expect(scale?.open).toEqual(other?.open);
    expect(scale?.full[ZOOM]).toBeGreaterThan(scale?.open[ZOOM] ?? Infinity);
    expect((await find(mixed)).cluster?.count).toBe(20);
    expect((await find(mixed, { as: 'reader' })).cluster?.count).toBe(520);
    const nothing = await makeLayer(hidden);
    expect((await draw(nothing)).all().every((value) => value === 0)).toBe(true);
    expect(await find(nothing)).toEqual({ noDataFound: true, data: null });
  });

  itOnce('D-CLS-07: measure again when the layer becomes private or public for all objects', async () => {
    const id = await makeLayer([...elsewhere, ...many(500, { isPublic: false })], { allObjectsPublic: true });
    const { name } = await get(id);
    const setPublic = async (allObjectsPublic: boolean | null) => {
      expect((await put({ id, name, allObjectsPublic })).status).toBe(200);
      const scale = await scaleOf(id);
      return [scale?.open[ZOOM], scale?.full[ZOOM]];
    };
    const [open = 0, full = 0] = await setPublic(null);
    expect(open).toBeLessThan(full);
    expect(await setPublic(true)).toEqual([full, full]);
    // Without a public object there is no scale left that tells of hidden ones.
    expect(await setPublic(false)).toEqual([undefined, full]);
  });

  it('keep no scale of a time when the layer was public, even a similar one', async () => {
    const objects = [...many(100), ...many(8, { isPublic: false })];
    const id = await makeLayer(objects, { allObjectsPublic: true });
    const { name } = await get(id);
    expect((await scaleOf(id))?.open[ZOOM]).toBe(110);
    for (const change of [{ density: { kind: 'asIs' } }, { allObjectsPublic: null }, { density }])
      expect((await put({ id, name, ...change })).status).toBe(200);
    expect((await scaleOf(id))?.open[ZOOM]).toBe(100);
  });

  it('keep their scale while a new measure differs by a tenth at most', async () => {
    const id = await makeLayer([...many(20), ...elsewhere]);
    const before = await scaleOf(id);
    const measureWith = async (more: number) => {
      await addObjects(
        getDatabase(),
        many(more, at(0)).map((object) => ({ isPublic: true, ...object, classId: id })),
      );
      await measureSpacing(getDatabase().db, id);
      return await scaleOf(id);
    };
    expect(await measureWith(1)).toEqual(before);
    expect((await measureWith(9))?.open.at(-1)).toBe(29);
  });

  it('store no scale when the layer changed while it was measured', async () => {
    const id = await makeLayer(many(20), { allObjectsPublic: true });
    const { db } = getDatabase();
    await db.updateTable('classifiers').set({ heat_scale: null }).where('id', '=', id).execute();
    let isChanged = false;
    const changing = db.withPlugin({
      transformQuery: ({ node }) => node,
      // The first result is the layer; somebody else changes it before it is measured.
      transformResult: async ({ result }) => {
        if (!isChanged)
          await db
            .updateTable('classifiers')
            .set(({ eb }) => ({ all_objects_public: false, version: eb('version', '+', 1) }))
            .where('id', '=', id)
            .execute();
        isChanged = true;
        return result;
      },
    });
    await measureSpacing(changing, id);
    expect([isChanged, await scaleOf(id)]).toEqual([true, null]);
    await measureSpacing(db, id);
    expect((await scaleOf(id))?.open).toEqual([]);
  });

  it('are bounded by the size of the image, however its extent is stretched', async () => {
    const id = await makeLayer(many(20));
    const [side, far] = [2_048 * resolutionFromZoom(12), 50_000_000];
    for (const box of [
      [-side, -far, side, far],
      [-side / 1e3, -far, side / 1e3, far],
      [-far, -side, far, side],
    ]) {
      const image = await draw(id, { BBOX: box.join(), WIDTH: '1024', HEIGHT: '32' });
      expect([image.width, image.height]).toEqual([1_024, 32]);
    }
  }, 20_000);

  it('have the scale of the outermost zoom further out, and that of the last zoom further in', async () => {
    const id = await makeLayer([...many(20), ...elsewhere]);
    const scale = await scaleOf(id);
    expect(manyAt(scale?.open ?? [], -3)).toBe(scale?.open[0]);
    expect(manyAt(scale?.open ?? [], 20)).toBe(scale?.open.at(-1));
    const world = 20_037_508;
    const image = await draw(id, {
      ...{ BBOX: [-world, -world, world, world].join(), WIDTH: '50', HEIGHT: '50' },
    });
    // All 100 objects lie within a pixel there: that is "many" exactly.
    expect(Math.max(...image.all().filter((_, i) => i % 4 === 3))).toBeGreaterThan(200);
  });

  itOnce('are drawn up to the last zoom of the map', async () => {
    const id = await makeLayer(many(20), { density: { ...density, zoomTo: 28 } });
    const left = Math.round(middle / resolutionFromZoom(28)) - 100;
    const bottom = middle - 100 * resolutionFromZoom(28);
    const BBOX = [left, left + 200].map((edge) => edge * resolutionFromZoom(28));
    const image = await draw(id, {
      BBOX: [BBOX[0], bottom, BBOX[1], bottom + 200 * resolutionFromZoom(28)].join(),
    });
    expect(image.at(100, 100)[3]).toBeGreaterThan(200);
    const far = 19_000_000;
    const empty = await draw(id, { BBOX: [far, far, far + 0.1, far + 0.1].join() });
    expect(empty.all().every((value) => value === 0)).toBe(true);
  });

  it('have the same spot in EPSG:4326', async () => {
    const id = await makeLayer([...many(20), ...elsewhere]);
    const [west, south] = toLonLat([-60 * px, -60 * px]);
    const [east, north] = toLonLat([140 * px, 140 * px]);
    const image = await draw(id, { CRS: 'EPSG:4326', BBOX: [south, west, north, east].join() });
    const alphas = [0, 7, 14, 21, 34].map((distance) => image.at(spotX + distance, spotY)[3] ?? 0);
    expect(alphas.toSorted((a, b) => b - a)).toEqual(alphas);
    expect([alphas[0], alphas.at(-1)]).toEqual([217, 0]);
  });

  it('read no more rows than the limit where rules are switched off', async () => {
    const objects = Array.from({ length: 12 }, (_, i) => ({ data: { state: `${i}` } }));
    const id = await makeLayer(objects, { allObjectsPublic: true });
    const { db } = getDatabase();
    const [layer] = await listLayersById(db, [id]);
    if (layer === undefined) throw new Error('No layer.');
    const rights = layerPermissions({ kind: 'anonymous', visitorId: undefined, address: '' }, layer);
    const [hidden = ''] = listRuleTokens(parseGeomStyle(geomStyle).style);
    const read = (maxRows: number, hiddenRules: string[]) =>
      readHeat(db, {
        ...{ scope: { layer, rights, filters: [] }, extent: [0, 0, 2 * middle, 2 * middle], zoom: ZOOM },
        ...{ hiddenRules, kinds: [1], maxRows },
      });
    expect((await read(12, [hidden]))?.count).toBe(12);
    expect(await read(11, [hidden])).toBeUndefined();
    // The database adds up all objects of a cell where no rule is switched off.
    expect((await read(1, []))?.count).toBe(12);
  });

  it('are looked up among a limited number of objects', async () => {
    const id = await makeLayer([], { allObjectsPublic: true });
    await addObjects(
      getDatabase(),
      many(2_100, { ...at(0) }).map((object) => ({ isPublic: true, ...object, classId: id })),
    );
    expect((await find(id)).cluster?.count).toBe(2_000);
  });

  it('D-CLS-06 D-OBJ-14: filters, rulesets of views and switched-off rules leave objects out, on the same scale', async () => {
    const bad = many(10, { data: { state: 'bad' } });
    const id = await makeLayer([...bad, ...many(10, { data: { state: 'good' } }), ...elsewhere]);
    const half = (await draw(await makeLayer([...bad, ...elsewhere]))).all();
    const [token = ''] = listRuleTokens(parseGeomStyle(geomStyle).style);
    expect((await draw(id, { _hide: token })).all()).toEqual(half);
    expect((await draw(id, { _class: String(id), _field: 'state', _value: 'bad' })).all()).toEqual(half);
    expect((await find(id, { hiddenRules: [{ classId: id, rules: [token] }] })).cluster?.count).toBe(10);
    expect(
      (await find(id, { objectFilter: [{ classId: id, field: 'state', value: 'bad' }] })).cluster?.count,
    ).toBe(10);
    const { id1 } = await get(id);
    const ruleset = { condition: 'and', rules: [{ field: 'state', operator: '=', value: 'bad' }] };
    const view = await send<Classifier>('POST', `/1/${id}/duplicate`, { name: 'Bad', id1, ruleset });
    expect((await find(view.json.id)).cluster?.count).toBe(10);
  });

  it('weigh by votes or the numbers of a field; what is no number or below 0 is cold', async () => {
    const spots: Record<string, string>[] = [{ floors: '9,5' }, { floors: 'many' }, { floors: '-3' }, {}];
    const objects = spots.map((data, i) => ({ ...at(0, 40 * i - 40), data }));
    const id = await makeLayer(objects, { density: { ...density, weight: 'field', weightField: 'floors' } });
    const image = await draw(id);
    const alphas = spots.map((_, i) => image.at(spotX, spotY + 40 - 40 * i)[3] ?? 0);
    expect(alphas[0]).toBeGreaterThan(100);
    expect(alphas.slice(1)).toEqual([0, 0, 0]);
    const voted = await makeLayer(many(3), { density: { ...density, weight: 'votes' } });
    const before = await draw(voted);
    const version = async () =>
      (await getWorld().t.call<{ version: string }>({ url: `/api/v1/tiles/${voted}` })).json.version;
    const versionBefore = await version();
    expect(before.at(spotX, spotY)[3]).toBe(0);
    await getDatabase()
      .db.updateTable('geoms')
      .set({ upvote_count: 4 })
      .where('class_id', '=', voted)
      .execute();
    expect((await draw(voted)).at(spotX, spotY)[3]).toBeGreaterThan(100);
    expect(await version()).not.toBe(versionBefore);
  });

  it('take a point inside of lines and polygons', async () => {
    const [a, b] = [middle - 30 * px, middle + 30 * px];
    const wkt = `POLYGON((${a} ${a},${b} ${a},${b} ${b},${a} ${b},${a} ${a}))`;
    const line = `LINESTRING(${a} ${middle},${middle} ${middle},${b} ${middle})`;
    const id = await makeLayer([...many(10, { wkt }), ...many(10, { wkt: line })]);
    const image = await draw(id);
    expect(image.at(spotX, spotY)[3]).toBeGreaterThan(150);
    expect(image.at(spotX + 29, spotY + 29)[3]).toBe(0);
    expect((await find(id)).cluster).toMatchObject({ count: 20 });
  });

  it('D-OBJ-02: are images of the server up to their last zoom, and objects as specified beyond it', async () => {
    const id = await makeLayer(many(4));
    const plain = await makeLayer(many(4), { density: { kind: 'asIs' } });
    const load = async (zoom: number) =>
      (
        await getWorld().t.call<LoadReply>({
          method: 'POST',
          url: '/api/v1/geoms/points',
          payload: { minx: 0, miny: 0, maxx: 2 * middle, maxy: 2 * middle, zoom, classifiers: [id] },
        })
      ).json;
    expect(await load(12)).toMatchObject({ features: [], imageLayers: [id] });
    const near = await load(13);
    expect([near.features.length, near.imageLayers]).toEqual([4, []]);
    expect(await find(id, { zoom: 13 })).toMatchObject({ data: { layerId: id } });
    const left = Math.round(middle / resolutionFromZoom(13)) - 100;
    expect((await draw(id, { zoom: 13, left })).all()).toEqual((await draw(plain, { zoom: 13, left })).all());
    // An object of another layer lies on the heat.
    expect((await find(id, { classifiers: [id, plain] })).data).toMatchObject({ layerId: plain });
  });

  it('D-CLS-08: follow a renamed field, in views too; a field that the layer does not have is refused', async () => {
    const weighed: LayerDensity = { ...density, weight: 'field', weightField: 'floors' };
    const id = await newLayer({ name: 'Houses', density: weighed, fields: ['floors'] });
    const { id1, name } = await get(id);
    const view = await send<Classifier>('POST', `/1/${id}/duplicate`, { name: 'Same', id1 });
    const refused = await put({ id, name, density: { ...weighed, weightField: 'height' } });
    expect(refused).toMatchObject({
      status: 400,
      json: { errors: [{ path: '/density/weightField', code: 'UNKNOWN_FIELD' }] },
    });
    for (const radiusPx of [7, 65])
      expect((await put({ id, name, density: { ...density, radiusPx } })).status).toBe(400);
    const layerFields = [{ name: 'storeys', type: 'text', oldValue: 'floors' }];
    expect((await put({ id, name, layerFields })).json.density).toEqual({
      ...weighed,
      weightField: 'storeys',
    });
    expect((await get(view.json.id)).density).toEqual({ ...weighed, weightField: 'storeys' });
    expect((await put({ id, name, layerFields: [] })).json.density).toEqual(density);
  });
});
