import { join } from 'node:path';
import { addLayer, addObject, describeOnEachDatabase, type TestApp } from '@pgis/testkit';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { layerPermissions } from '../../src/layers/layerPermissions.ts';
import { listLayersById } from '../../src/layers/listLayersById.ts';
import { unpackPixels } from '../../src/rendering/encode/rawPixels.ts';
import { anybody, readLayerRendering } from '../../src/rendering/metatiles/LayerRendering.ts';
import { MetatileCache } from '../../src/rendering/metatiles/MetatileCache.ts';
import { levelsPerZoom, METATILE_PX, metatileExtent } from '../../src/rendering/metatiles/metatileGrid.ts';
import { createImagePool } from '../../src/rendering/pool/imagePool.ts';
import { blue, clear, makeImageWorld, plainStyle, red } from './ImageWorld.ts';

/** Level 20, zoom 10. */
const metatile = { level: 20, x: 145, y: 78, pixelRatio: 1 } as const;
const [west, south, east, north] = metatileExtent(metatile);
const positionAt = (x: number, y: number) => [west + x * (east - west), north - y * (north - south)] as const;
const maxAgeS = 60;

describeOnEachDatabase('Images of layers that are written to', (getDatabase, itOnce) => {
  let server: TestApp;
  let groupId: number;
  let layerId = 0;
  let folders = 0;

  beforeAll(async () => {
    ({ server, groupId } = await makeImageWorld(getDatabase(), 'Written'));
  });
  afterAll(() => server[Symbol.asyncDispose]());
  beforeEach(async () => {
    const geomStyle = JSON.stringify(plainStyle('rgba(255,0,0,1)'));
    layerId = await addLayer(getDatabase(), { groupId, geomStyle });
    await addSquare(0.1, 0.1);
  });

  function addSquare(x: number, y: number, more: Partial<Parameters<typeof addObject>[1]> = {}) {
    const [left, top] = positionAt(x, y);
    const side = (east - west) / 50;
    const [right, bottom] = [left + side, top - side];
    const wkt = `POLYGON((${left} ${top},${right} ${top},${right} ${bottom},${left} ${bottom},${left} ${top}))`;
    return addObject(getDatabase(), { classId: layerId, wkt, ...more });
  }

  const update = (id: number, values: object) =>
    getDatabase().db.updateTable('geoms').set(values).where('id', '=', id).execute();

  /** Moves all changes into the past. */
  const letPass = (seconds: number) =>
    sql`UPDATE map_changes SET changed_at = changed_at - make_interval(secs => ${seconds}::float8)`.execute(
      getDatabase().db,
    );

  function setUp() {
    const dataDir = join(server.deps.config.dataDir, `written-${++folders}`);
    const deps = { ...server.deps, config: { ...server.deps.config, dataDir } };
    const onCacheError = (error: unknown) => {
      throw error;
    };
    const metatiles = new MetatileCache({ deps, onCacheError, refreshWaitMs: 30_000 });
    const pool = createImagePool(1);
    let drawings = 0;
    const render: typeof pool.render = (...job) => {
      drawings += 1;
      return pool.render(...job);
    };
    const counting = Object.create(pool, { render: { value: render } }) as typeof pool;
    const { signal } = new AbortController();
    const get = async (ageS = 0) => {
      const [layer] = await listLayersById(getDatabase().db, [layerId]);
      if (layer === undefined) throw new Error('no layer');
      const rights = layerPermissions(anybody, layer);
      const rendering = await readLayerRendering(deps, { layer, rights, filters: [] });
      const work = { pool: counting, signal, maxAgeS: ageS };
      return await metatiles.get(
        { rendering, kinds: [1, 2, 3], zoom: metatile.level / levelsPerZoom },
        metatile,
        work,
      );
    };
    return {
      get,
      countDrawings: () => drawings,
      /** Colour in a square. */
      async colorAt(x: number, y: number, ageS = 0) {
        const file = await get(ageS);
        if (file.length === 0) return clear;
        const { pixels } = unpackPixels(file);
        const [column, row] = [x, y].map((share) => Math.floor((share + 0.01) * METATILE_PX)) as [
          number,
          number,
        ];
        const at = 4 * (row * METATILE_PX + column);
        return [...pixels.subarray(at, at + 4)];
      },
      async [Symbol.asyncDispose]() {
        await metatiles.close();
        await pool.close();
      },
    };
  }

  itOnce('an image that lacks a new object is shown at once, and is drawn again behind it', async () => {
    await using images = setUp();
    expect(await images.colorAt(0.1, 0.1)).toEqual(red);
    await addSquare(0.5, 0.5);
    // A slow machine must not make the change older than the test says.
    await letPass(-30);
    expect(await images.colorAt(0.5, 0.5, maxAgeS)).toEqual(clear);
    await letPass(31.5);
    expect(await images.colorAt(0.5, 0.5, maxAgeS)).toEqual(clear);
    await expect.poll(() => images.colorAt(0.5, 0.5, maxAgeS)).toEqual(red);
  });

  it('no image lacks a change for longer than the age that its user accepts: none for the one who wrote', async () => {
    await using images = setUp();
    await images.get();
    const id = await addSquare(0.5, 0.5);
    expect(await images.colorAt(0.5, 0.5, maxAgeS)).toEqual(clear);
    expect(await images.colorAt(0.5, 0.5)).toEqual(red);
    await update(id, { geom: sql`ST_Translate(geom, ${(east - west) / 4}::float8, 0)` });
    expect(await images.colorAt(0.75, 0.5, maxAgeS)).toEqual(clear);
    await letPass(3);
    expect(await images.colorAt(0.75, 0.5, 3)).toEqual(red);
    await addSquare(0.2, 0.5);
    await letPass(maxAgeS);
    expect(await images.colorAt(0.2, 0.5, maxAgeS)).toEqual(red);
    // A request for a rather old image waits a little for the newer one.
    await addSquare(0.3, 0.5);
    await letPass(8);
    expect(await images.colorAt(0.3, 0.5, maxAgeS)).toEqual(red);
  });

  it('D-CLS-07 D-PERM-03: what somebody may no longer see goes at once, as do changes of style', async () => {
    await using images = setUp();
    for (const [number, values] of [
      { deleted_at: new Date() },
      { review: 'hidden' },
      { review: 'waiting' },
    ].entries()) {
      const x = 0.2 + number / 10;
      const id = await addSquare(x, 0.7);
      expect(await images.colorAt(x, 0.7)).toEqual(red);
      await update(id, values);
      expect(await images.colorAt(x, 0.7, maxAgeS), JSON.stringify(values)).toEqual(clear);
    }
    const { db } = getDatabase();
    await db.updateTable('classifiers').set({ all_objects_public: null }).where('id', '=', layerId).execute();
    const id = await addSquare(0.9, 0.7, { isPublic: true });
    expect(await images.colorAt(0.9, 0.7)).toEqual(red);
    await update(id, { is_public: false });
    expect(await images.colorAt(0.9, 0.7, maxAgeS)).toEqual(clear);
    const geomStyle = JSON.stringify(plainStyle('rgba(0,0,255,1)'));
    await db.updateTable('classifiers').set({ geom_style: geomStyle }).where('id', '=', layerId).execute();
    expect(await images.colorAt(0.1, 0.1, maxAgeS)).toEqual(blue);
  });

  it('D-CLS-07: a report that waits for review is in no image that others get, also not for seconds', async () => {
    await using images = setUp();
    const { db } = getDatabase();
    await images.get();
    const readNewest = async () => {
      const { rows } = await sql<{ isUrgent: boolean }>`
        SELECT is_urgent AS "isUrgent" FROM map_changes WHERE class_id = ${layerId}
        ORDER BY id DESC LIMIT 1`.execute(db);
      return rows[0]?.isUrgent;
    };
    const id = await addSquare(0.5, 0.5);
    expect(await readNewest()).toBe(false);
    for (const [column, value, isUrgent] of [
      ['name', 'Another', false],
      ['description', 'Another', false],
      ['geom', sql`ST_Translate(geom, 1, 0)`, false],
      ['data', '{"use":"field"}', true],
      ['is_public', sql`NOT is_public`, true],
      ['visitor_id', '00000000-0000-4000-8000-000000000000', true],
      ['review', 'hidden', true],
    ] as const) {
      await update(id, { [column]: value });
      expect([column, await readNewest()]).toEqual([column, isUrgent]);
    }
    await update(id, { review: null, is_public: true });
    await sql`
      INSERT INTO geoms (company_id, id, class_id, kind, measure, geom, is_public, review)
      SELECT company_id, new_id(company_id, 'geom_seq'), class_id, kind, 0,
             ST_Translate(geom, ${(east - west) / 4}::float8, 0), true, 'waiting' FROM geoms WHERE id = ${id}`.execute(
      db,
    );
    expect(await readNewest()).toBe(true);
    // The urgent change brings the other one with it.
    expect(await images.colorAt(0.5, 0.5, maxAgeS)).toEqual(red);
    expect(await images.colorAt(0.75, 0.5, maxAgeS)).toEqual(clear);
  });

  itOnce('however many wait for an image, its changes are drawn once', async () => {
    await using images = setUp();
    await images.get();
    const before = images.countDrawings();
    const waiting: Promise<Buffer>[] = [];
    for (let i = 0; i < 4; i++) {
      await addSquare(0.2 + i / 10, 0.5);
      waiting.push(...Array.from({ length: 5 }, () => images.get()));
    }
    await Promise.all(waiting);
    // Each of the four changes once at most, although twenty requests knew of them.
    expect(images.countDrawings() - before).toBeLessThanOrEqual(4);
    for (const x of [0.2, 0.3, 0.4, 0.5]) expect(await images.colorAt(x, 0.5)).toEqual(red);
  });
});
