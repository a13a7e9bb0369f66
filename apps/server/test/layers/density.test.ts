import { type LayerSpacing, thinningAt } from '@pgis/cartography';
import type { Classifier, LoadReply } from '@pgis/contract';
import { addObjects, describeOnEachDatabase, mapQuery } from '@pgis/testkit';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { listOutdatedSpacings } from '../../src/layers/density/listOutdatedSpacings.ts';
import { measureSpacing } from '../../src/layers/density/measureSpacing.ts';
import { getLayerAccess } from '../../src/layers/getLayerAccess.ts';
import { anybody, readLayerRendering } from '../../src/rendering/metatiles/LayerRendering.ts';
import { MetatileCache } from '../../src/rendering/metatiles/MetatileCache.ts';
import { createImagePool } from '../../src/rendering/pool/imagePool.ts';
import { readPixels } from '../images/ImageWorld.ts';
import { setUpClassifiers } from './setUpClassifiers.ts';

const thinned = { kind: 'thinned' } as const;

describeOnEachDatabase('Density of a layer', (getDatabase) => {
  const { getWorld, get, put, send, lastAudit, newLayer } = setUpClassifiers(getDatabase);

  /** Points or squares in rows, so many metres apart. */
  async function addRows(
    classId: number,
    {
      across,
      stepM,
      side,
      ...more
    }: { across: number; stepM: number; side?: number } & {
      data?: Record<string, string>;
      isPublic?: boolean;
    },
  ) {
    const objects = Array.from({ length: across ** 2 }, (_, i) => {
      const [x, y] = [(i % across) * stepM, Math.floor(i / across) * stepM];
      const wkt =
        side === undefined
          ? `POINT(${x} ${y})`
          : `POLYGON((${x} ${y},${x + side} ${y},${x + side} ${y + side},${x} ${y + side},${x} ${y}))`;
      return { classId, wkt, isPublic: true, ...more };
    });
    await addObjects(getDatabase(), objects);
  }

  const spacingOf = async (id: number): Promise<LayerSpacing | null> =>
    (
      await getDatabase()
        .db.selectFrom('classifiers')
        .select('spacing')
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
    ).spacing;

  const setDensity = async (id: number, density: object) => {
    const { name } = await get(id);
    return await put({ id, name, density });
  };

  const load = async (id: number, zoom: number) =>
    (
      await getWorld().t.call<LoadReply>({
        method: 'POST',
        url: '/api/v1/geoms/points',
        payload: { minx: -10, miny: -10, maxx: 200, maxy: 200, zoom, classifiers: [id] },
      })
    ).json;

  it('is as it is until somebody chooses; a choice is checked, logged and inherited by a view', async () => {
    const id = await newLayer({ name: 'Plain', geomStyle: '{ "pointRadius": 9 }' });
    expect(await get(id)).toMatchObject({ density: { kind: 'asIs' } });
    expect((await setDensity(id, { kind: 'sparse' })).status).toBe(400);
    expect((await setDensity(id, { kind: 'thinned', more: 1 })).status).toBe(400);
    const { status, json } = await setDensity(id, thinned);
    expect([status, json.density, json.geomStyle]).toEqual([200, thinned, '{ "pointRadius": 9 }']);
    expect((await lastAudit(id)).details).toMatchObject({
      old: { density: { kind: 'asIs' } },
      new: { density: thinned },
    });
    // A program that does not know the setting changes something else.
    expect((await put({ id, name: 'Renamed' })).json).toMatchObject({ name: 'Renamed', density: thinned });
    const view = await send<Classifier>('POST', `/1/${id}/duplicate`, { name: 'View', id1: json.id1 });
    expect(view.json).toMatchObject({ sourceId: id, density: thinned });
  });

  it('is measured for the whole layer: half the distance, a zoom later', async () => {
    const [wide, narrow] = [await newLayer(), await newLayer()];
    await addRows(wide, { across: 30, stepM: 100 });
    await addRows(narrow, { across: 30, stepM: 50 });
    for (const id of [wide, narrow]) expect((await setDensity(id, thinned)).status).toBe(200);
    const [one, two] = [await spacingOf(wide), await spacingOf(narrow)];
    expect(one?.pointM).toBeGreaterThan(70);
    expect(one?.pointM).toBeLessThan(110);
    expect((one?.pointM ?? 0) / (two?.pointM ?? 0)).toBeCloseTo(2, 0);
    expect(one?.polygonM).toBeNull();
  });

  it('leaves layers of up to 300 points as they are', async () => {
    const id = await newLayer();
    await addRows(id, { across: 17, stepM: 1 });
    await setDensity(id, thinned);
    expect(await spacingOf(id)).toEqual({ pointM: null, polygonM: null });
    expect((await load(id, 5)).geomStyles[0]).not.toHaveProperty('thinning');
  });

  it('takes the smaller polygons, not the mean, and for a view only what it shows', async () => {
    const id = await newLayer({ fields: ['size'] });
    await addRows(id, { across: 6, stepM: 500, side: 40, data: { size: 'small' } });
    await addRows(id, { across: 6, stepM: 500, side: 400, data: { size: 'large' } });
    await setDensity(id, thinned);
    expect((await spacingOf(id))?.polygonM).toBeCloseTo(40, 3);
    const { id1 } = await get(id);
    const ruleset = { condition: 'and', rules: [{ field: 'size', operator: '=', value: 'large' }] };
    const view = await send<Classifier>('POST', `/1/${id}/duplicate`, { name: 'Large', id1, ruleset });
    expect((await spacingOf(view.json.id))?.polygonM).toBeCloseTo(400, 3);
  });

  it('tells the map the steps of a zoom, the same for each view, and never changes the style', async () => {
    const geomStyle = '{ "pointRadius":  9 }';
    const id = await newLayer({ geomStyle });
    await addRows(id, { across: 20, stepM: 100 });
    expect((await load(id, 12)).geomStyles).toEqual([{ classId: id, geomStyle: { pointRadius: 9 } }]);
    await setDensity(id, thinned);
    const spacing = (await spacingOf(id)) as LayerSpacing;
    const expected = [10, 12, 14, 15, 18].map((zoom) => thinningAt(spacing, zoom));
    expect(expected.map((step) => step?.point)).toEqual([4, 4, 2, 1, undefined]);
    for (const [index, zoom] of [10, 12, 14, 15, 18].entries()) {
      const [style] = (await load(id, zoom)).geomStyles;
      expect(style?.thinning).toEqual(expected[index]);
      expect(style?.geomStyle).toEqual({ pointRadius: 9 });
    }
    expect((await get(id)).geomStyle).toBe(geomStyle);
  });

  it('API-WMS-01: thins images far out, alike in each view and at each resolution of the screen, and not near', async () => {
    const geomStyle = JSON.stringify({ pointForm: 'circle', pointRadius: 9, pointBgColor: '#0000ff' });
    const [plain, thin] = [await newLayer({ geomStyle }), await newLayer({ geomStyle })];
    for (const id of [plain, thin]) await addRows(id, { across: 20, stepM: 100 });
    await setDensity(thin, thinned);
    const draw = async (id: number, { left = 0, metres = 2_000, px = 200, dpi = '96' }) => {
      const { rawPayload, statusCode, body } = await getWorld().t.app.inject({
        url: `/api/v1/proxy/wmsLayers/${id}`,
        query: mapQuery(`${id}_points`, [left, 0, left + metres, metres], {
          WIDTH: String(px),
          HEIGHT: String(px),
          DPI: dpi,
          EXCEPTIONS: 'application/json',
        }),
      });
      if (statusCode !== 200) throw new Error(body);
      return await readPixels(rawPayload);
    };
    const painted = async (id: number, view: Parameters<typeof draw>[1]) => {
      const pixels = (await draw(id, view)).all();
      return pixels.filter((alpha, i) => i % 4 === 3 && alpha > 128).length / (pixels.length / 4);
    };
    const [before, after] = [await painted(plain, {}), await painted(thin, {})];
    expect(before).toBeGreaterThan(0.7);
    expect(after).toBeGreaterThan(0.01);
    expect(after).toBeLessThan(0.5);
    // Twice the pixels on a sharp screen are no nearer zoom.
    expect(await painted(thin, { px: 400, dpi: '192' })).toBeCloseTo(after, 1);
    const [one, panned] = [await draw(thin, {}), await draw(thin, { left: 500 })];
    for (let x = 10; x < 140; x += 7)
      for (let y = 10; y < 190; y += 7) expect(panned.at(x, y)).toEqual(one.at(x + 50, y));
    const near = { metres: 200 };
    expect((await draw(thin, near)).all()).toEqual((await draw(plain, near)).all());
  });

  it('draws cached images as at the zoom of the map, which lies between two levels as often as not', async () => {
    const id = await newLayer({ density: thinned });
    await addRows(id, { across: 20, stepM: 100 });
    await measureSpacing(getDatabase().db, id);
    const { deps } = getWorld().t;
    const scope = await getLayerAccess(getDatabase().db, anybody, id);
    const rendering = await readLayerRendering(deps, scope);
    const metatiles = new MetatileCache({
      deps,
      onCacheError: (error) => {
        throw error;
      },
    });
    const pool = createImagePool(1);
    const { signal } = new AbortController();
    // The metatile whose lower left corner is 0, 0.
    const metatile = { level: 28, x: 2 ** 11, y: 2 ** 11 - 1, pixelRatio: 1 };
    const get = (zoom: number) => metatiles.get({ rendering, kinds: [1], zoom }, metatile, { pool, signal });
    const [far, near, again] = [await get(13), await get(14), await get(13)];
    expect(far.length).toBeGreaterThan(100);
    expect(near).not.toEqual(far);
    expect(again).toEqual(far);
    await metatiles.close();
    await pool.close();
  });

  it('is measured again an hour after objects have changed, and a small change is no change', async () => {
    const { db } = getDatabase();
    const id = await newLayer();
    await addRows(id, { across: 20, stepM: 100 });
    await setDensity(id, thinned);
    const isOutdated = async () => (await listOutdatedSpacings(db)).includes(id);
    const letAnHourPass = () =>
      sql`UPDATE classifiers SET spacing_at = spacing_at - interval '61 minutes' WHERE id = ${id}`.execute(
        db,
      );
    const before = { pointM: ((await spacingOf(id))?.pointM ?? 0) * 1.05, polygonM: null };
    await db
      .updateTable('classifiers')
      .set({ spacing: JSON.stringify(before) })
      .where('id', '=', id)
      .execute();
    await letAnHourPass();
    expect(await isOutdated()).toBe(false);
    await addObjects(getDatabase(), [{ classId: id, wkt: 'POINT(50 50)', isPublic: true }]);
    expect(await isOutdated()).toBe(true);
    await measureSpacing(db, id);
    expect([await isOutdated(), await spacingOf(id)]).toEqual([false, before]);
    await addRows(id, { across: 60, stepM: 33 });
    expect(await isOutdated()).toBe(false);
    await letAnHourPass();
    expect(await isOutdated()).toBe(true);
    const { version } = await get(id);
    await measureSpacing(db, id);
    expect((await spacingOf(id))?.pointM).toBeLessThan(50);
    expect((await get(id)).version).toBe(version);
  });
});
