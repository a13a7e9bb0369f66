import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { inTransaction } from '@pgis/server';
import {
  addActors,
  addGroup,
  addLayer,
  describeOnEachDatabase,
  startTestApp,
  type TestApp,
} from '@pgis/testkit';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { layerPermissions } from '../../src/layers/layerPermissions.ts';
import { listLayersById } from '../../src/layers/listLayersById.ts';
import { anybody, readLayerRendering } from '../../src/rendering/metatiles/LayerRendering.ts';
import { MetatileCache } from '../../src/rendering/metatiles/MetatileCache.ts';
import { rootMetatile } from '../../src/rendering/metatiles/metatileGrid.ts';
import { OverviewSeeder } from '../../src/rendering/metatiles/OverviewSeeder.ts';
import { withinTime } from '../../src/rendering/metatiles/waitLimit.ts';
import { createImagePool } from '../../src/rendering/pool/imagePool.ts';
import { plainStyle } from './ImageWorld.ts';

/** Extent of 4 km around a position. */
const [left, bottom, sideM] = [3_000_000, 7_700_000, 4_000];
const onCacheError = (error: unknown) => {
  throw error;
};

describeOnEachDatabase('Overviews that are seeded in advance', (getDatabase) => {
  let server: TestApp;
  let groupId: number;
  let layerId = 0;
  let names = 0;

  beforeAll(async () => {
    server = await startTestApp(getDatabase());
    const { companyId, units } = await addActors(getDatabase(), 'Overviews');
    groupId = await addGroup(getDatabase(), { companyId, unitId: units.roads });
  });
  afterAll(() => server[Symbol.asyncDispose]());
  beforeEach(async () => {
    await getDatabase()
      .db.updateTable('classifiers')
      .set({ deleted_at: new Date() })
      .where('id', '=', layerId)
      .execute();
    layerId = await addLayer(getDatabase(), {
      groupId,
      geomStyle: JSON.stringify(plainStyle('rgba(255,0,0,1)')),
    });
    // Limits the zooms, so that few metatiles are rendered.
    const zooms = { zoom_from: 12, zoom_to: 13 };
    await getDatabase().db.updateTable('classifiers').set(zooms).where('id', '=', layerId).execute();
    const add = sql`
      INSERT INTO geoms (company_id, id, class_id, kind, measure, geom, is_public)
      SELECT c.company_id, new_id(c.company_id, 'geom_seq'), c.id, 3, 0,
             ST_MakeEnvelope(${left}::float8 + x, ${bottom}::float8 + y, ${left}::float8 + x + 30, ${bottom}::float8 + y + 30, 3857), true
      FROM classifiers AS c, generate_series(0, ${sideM - 200}::integer, 200) AS x, generate_series(0, ${sideM - 200}::integer, 200) AS y
      WHERE c.id = ${layerId}`;
    await inTransaction(getDatabase(), {}, (db) => add.execute(db));
  });

  function setUp() {
    const dataDir = join(server.deps.config.dataDir, `overviews-${++names}`);
    const deps = { ...server.deps, config: { ...server.deps.config, dataDir } };
    const metatiles = new MetatileCache({ deps, onCacheError, maxObjects: 150 });
    const pool = createImagePool(1);
    const seeder = new OverviewSeeder({ deps, metatiles, pool, log: server.app.log, minObjects: 60 });
    const files = () =>
      readdirSync(join(dataDir, 'cache', 'images'), { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath, entry.name).split('/images/')[1] ?? '')
        .filter((name) => name.startsWith(`${layerId}/`));
    return {
      metatiles,
      pool,
      seeder,
      files,
      async readRendering() {
        const [layer] = await listLayersById(getDatabase().db, [layerId]);
        if (layer === undefined) throw new Error('no layer');
        const rights = layerPermissions(anybody, layer);
        const rendering = await readLayerRendering(deps, { layer, rights, filters: [] });
        return { rendering, kinds: [1, 2, 3] as const, zoom: 10 };
      },
      async [Symbol.asyncDispose]() {
        await seeder.close();
        await pool.close();
        await metatiles.close();
      },
    };
  }
  const levelOf = (name: string) => Number(name.split('/')[3]?.split('@')[0]);
  const isDrawnAhead = (name: string) => name.includes('@1/');

  it('LOAD-08: seeds the metatiles of whole zooms down to those with few objects, once, and again after a change', async () => {
    await using world = setUp();
    const { seeder, files } = world;
    expect(await seeder.seedAll()).toBeGreaterThan(0);
    const ahead = files().filter(isDrawnAhead);
    const levels = new Set(ahead.map(levelOf));
    // The layer is hidden at other zooms.
    expect([...levels].sort((a, b) => a - b)).toEqual([24, 26]);
    expect(await seeder.seedAll()).toBe(0);

    await getDatabase()
      .db.updateTable('geoms')
      .set({ deleted_at: new Date() })
      .where('class_id', '=', layerId)
      .where(sql<boolean>`ST_XMin(geom) < ${left + 1_000}`)
      .execute();
    expect(await seeder.seedAll()).toBe(1);

    await getDatabase()
      .db.updateTable('classifiers')
      .set({ geom_style: JSON.stringify(plainStyle('rgba(0,0,255,1)')), version: sql`version + 1` })
      .where('id', '=', layerId)
      .execute();
    const before = new Set(files());
    expect(await seeder.seedAll()).toBe(1);
    expect(files().filter((name) => !before.has(name) && isDrawnAhead(name))).toHaveLength(ahead.length);
  }, 120_000);

  it('a layer that changes between checks is seeded once it rests', async () => {
    await using world = setUp();
    const { seeder } = world;
    await seeder.seedAll();
    const change = () =>
      sql`UPDATE geoms SET geom = ST_Translate(geom, 1, 0) WHERE id = (SELECT min(id) FROM geoms WHERE class_id = ${layerId})`.execute(
        getDatabase().db,
      );
    const seedAll = () => seeder.seedAll({ isHasty: false });
    await change();
    expect(await seedAll()).toBe(0);
    await change();
    expect(await seedAll()).toBe(0);
    expect(await seedAll()).toBe(1);
    expect(await seedAll()).toBe(0);
  }, 120_000);

  it('a client gets 503 when an image takes too long; it is then rendered for the next request', async () => {
    await using world = setUp();
    const { metatiles, pool, seeder } = world;
    const rendering = await world.readRendering();
    const map = { level: 26, box: { left: 0, top: 0, width: 1, height: 1 }, pixelRatio: 1 };
    const world26 = 2 ** 13 * 256;
    const at = {
      left: Math.floor(((left + sideM / 2 + 20_037_508.34) / (2 * 20_037_508.34)) * world26),
      top: Math.floor(((20_037_508.34 - bottom - sideM / 2) / (2 * 20_037_508.34)) * world26),
    };
    const requested = { ...map, box: { ...at, width: 256, height: 256 } };
    const metatile = {
      level: 26,
      x: Math.floor(at.left / 1_024),
      y: Math.floor(at.top / 1_024),
      pixelRatio: 1,
    };
    const ask = (ms: number) =>
      withinTime(
        { signal: new AbortController().signal, waitMs: ms },
        {
          work: (signal) => metatiles.get(rendering, metatile, { pool, signal }),
          onLate: () => seeder.enqueue(rendering, requested),
        },
      );
    await expect(ask(1)).rejects.toMatchObject({ code: 'IMAGE_NOT_READY', status: 503, retryAfterS: 1 });
    await expect
      .poll(() => world.files().some((name) => name.includes('/26@1/')), { timeout: 20_000 })
      .toBe(true);
    expect((await ask(20_000)).length).toBeGreaterThan(0);
  }, 120_000);

  it('rendering stops when no client waits any more', async () => {
    await using world = setUp();
    const rendering = await world.readRendering();
    const abortController = new AbortController();
    const metatile = rootMetatile;
    const drawing = world.metatiles.get(rendering, metatile, {
      pool: world.pool,
      signal: abortController.signal,
    });
    abortController.abort(new Error('gone'));
    await expect(drawing).rejects.toThrow('gone');
    await world.metatiles.close();
    expect(world.files().filter((name) => name.includes('/4@1/'))).toEqual([]);
  }, 120_000);
});
