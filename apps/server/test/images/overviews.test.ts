import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { inTransaction } from '@pgis/server';
import { DrawingPool } from '@pgis/server/map-images/DrawingPool.ts';
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
import { findShownLayers } from '../../src/features/classifiers/findShownLayers.ts';
import { layerRights } from '../../src/features/classifiers/layerRights.ts';
import { rootBlock } from '../../src/features/images/blocks/blockGrid.ts';
import { ImageBlocks } from '../../src/features/images/blocks/ImageBlocks.ts';
import { anybody, readLayerPicture } from '../../src/features/images/blocks/LayerPicture.ts';
import { OverviewPainter } from '../../src/features/images/blocks/OverviewPainter.ts';
import { withinTime } from '../../src/features/images/withinTime.ts';
import { plainStyle } from './ImageWorld.ts';

/** 4 km around a place. */
const [left, bottom, sideM] = [3_000_000, 7_700_000, 4_000];
const onCacheError = (error: unknown) => {
  throw error;
};

describeOnEachDatabase('Overviews that are drawn ahead', (getDatabase) => {
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
    // So that few blocks are drawn.
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
    const blocks = new ImageBlocks({ deps, onCacheError, mostObjects: 150 });
    const pool = new DrawingPool(1);
    const painter = new OverviewPainter({ deps, blocks, pool, log: server.app.log, manyObjects: 60 });
    const files = () =>
      readdirSync(join(dataDir, 'cache', 'images'), { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath, entry.name).split('/images/')[1] ?? '')
        .filter((name) => name.startsWith(`${layerId}/`));
    return {
      blocks,
      pool,
      painter,
      files,
      async look() {
        const [layer] = await findShownLayers(getDatabase().db, [layerId]);
        if (layer === undefined) throw new Error('no layer');
        const rights = layerRights(anybody, layer);
        const picture = await readLayerPicture(deps, { layer, rights, filters: [] });
        return { picture, kinds: [1, 2, 3] as const };
      },
      async [Symbol.asyncDispose]() {
        await painter.close();
        await pool.close();
        await blocks.close();
      },
    };
  }
  const levelOf = (name: string) => Number(name.split('/')[3]?.split('@')[0]);
  const isDrawnAhead = (name: string) => name.includes('@1/');

  it('LOAD-08: draws the blocks of whole zooms down to where few objects lie in one, once, and again after a change', async () => {
    await using world = setUp();
    const { painter, files } = world;
    expect(await painter.drawAll()).toBeGreaterThan(0);
    const ahead = files().filter(isDrawnAhead);
    const levels = new Set(ahead.map(levelOf));
    // At other zooms nobody sees the layer.
    expect([...levels].sort((a, b) => a - b)).toEqual([24, 26]);
    expect(await painter.drawAll()).toBe(0);

    await getDatabase()
      .db.updateTable('geoms')
      .set({ deleted_at: new Date() })
      .where('class_id', '=', layerId)
      .where(sql<boolean>`ST_XMin(geom) < ${left + 1_000}`)
      .execute();
    expect(await painter.drawAll()).toBe(1);

    await getDatabase()
      .db.updateTable('classifiers')
      .set({ geom_style: JSON.stringify(plainStyle('rgba(0,0,255,1)')), version: sql`version + 1` })
      .where('id', '=', layerId)
      .execute();
    const before = new Set(files());
    expect(await painter.drawAll()).toBe(1);
    expect(files().filter((name) => !before.has(name) && isDrawnAhead(name))).toHaveLength(ahead.length);
  }, 30_000);

  it('a layer that changes from look to look waits until it rests', async () => {
    await using world = setUp();
    const { painter } = world;
    await painter.drawAll();
    const change = () =>
      sql`UPDATE geoms SET geom = ST_Translate(geom, 1, 0) WHERE id = (SELECT min(id) FROM geoms WHERE class_id = ${layerId})`.execute(
        getDatabase().db,
      );
    const look = () => painter.drawAll({ isHasty: false });
    await change();
    expect(await look()).toBe(0);
    await change();
    expect(await look()).toBe(0);
    expect(await look()).toBe(1);
    expect(await look()).toBe(0);
  }, 30_000);

  it('who asks is told to come again when a picture takes too long; meanwhile it is drawn for the next time', async () => {
    await using world = setUp();
    const { blocks, pool, painter } = world;
    const look = await world.look();
    const map = { level: 26, box: { left: 0, top: 0, width: 1, height: 1 }, pixelRatio: 1 };
    const world26 = 2 ** 13 * 256;
    const at = {
      left: Math.floor(((left + sideM / 2 + 20_037_508.34) / (2 * 20_037_508.34)) * world26),
      top: Math.floor(((20_037_508.34 - bottom - sideM / 2) / (2 * 20_037_508.34)) * world26),
    };
    const wanted = { ...map, box: { ...at, width: 256, height: 256 } };
    const block = { level: 26, x: Math.floor(at.left / 1_024), y: Math.floor(at.top / 1_024), pixelRatio: 1 };
    const ask = (ms: number) =>
      withinTime(new AbortController().signal, ms, {
        work: (signal) => blocks.get(look, block, { pool, signal }),
        onLate: () => painter.want(look, wanted),
      });
    await expect(ask(1)).rejects.toMatchObject({ code: 'IMAGE_NOT_READY', status: 503, retryAfterS: 1 });
    await expect
      .poll(() => world.files().some((name) => name.includes('/26@1/')), { timeout: 20_000 })
      .toBe(true);
    expect((await ask(20_000)).length).toBeGreaterThan(0);
  }, 30_000);

  it('a drawing that nobody waits for any more is stopped', async () => {
    await using world = setUp();
    const look = await world.look();
    const gone = new AbortController();
    const block = rootBlock;
    const drawing = world.blocks.get(look, block, { pool: world.pool, signal: gone.signal });
    gone.abort(new Error('gone'));
    await expect(drawing).rejects.toThrow('gone');
    await world.blocks.close();
    expect(world.files().filter((name) => name.includes('/4@1/'))).toEqual([]);
  }, 30_000);
});
