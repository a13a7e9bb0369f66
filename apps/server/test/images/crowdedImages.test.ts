import { inTransaction } from '@pgis/server';
import { DrawingPool } from '@pgis/server/map-images/DrawingPool.ts';
import {
  addActors,
  addGroup,
  addLayer,
  addObjects,
  describeOnEachDatabase,
  startTestApp,
  type TestApp,
} from '@pgis/testkit';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { findShownLayers } from '../../src/features/classifiers/findShownLayers.ts';
import { layerRights } from '../../src/features/classifiers/layerRights.ts';
import { ImageBlocks } from '../../src/features/images/blocks/ImageBlocks.ts';
import { readLayerPicture } from '../../src/features/images/blocks/LayerPicture.ts';
import { unpackPixels } from '../../src/map-images/rawPicture.ts';
import { clear, plainStyle, readPixels, red } from './ImageWorld.ts';

/** Of level 20, zoom 10: a pixel is 153 m, a block 156 543 m wide. */
const level = 20;
const side = (2 * 20_037_508.342789244) / 256;
const [column, row] = [145, 78] as const;
const place = (x: number, y: number): [number, number] => [
  (column + x) * side - 20_037_508.342789244,
  20_037_508.342789244 - (row + y) * side,
];

const readAlpha = (file: Buffer) => unpackPixels(file).pixels.filter((_, i) => i % 4 === 3);

describeOnEachDatabase('Images of very many objects', (getDatabase) => {
  let server: TestApp;
  let groupId: number;

  beforeAll(async () => {
    server = await startTestApp(getDatabase());
    const { companyId, units } = await addActors(getDatabase(), 'Crowded');
    groupId = await addGroup(getDatabase(), { companyId, unitId: units.roads });
  });
  afterAll(() => server[Symbol.asyncDispose]());

  const newLayer = () =>
    addLayer(getDatabase(), { groupId, geomStyle: JSON.stringify(plainStyle('rgba(255,0,0,1)')) });
  const squares = (count: number) =>
    Array.from({ length: count }, (_, i) => {
      const [x, y] = place(0.02 + ((i * 37) % 89) / 95, 0.02 + ((i * 61) % 83) / 90);
      const w = side / 200;
      return `POLYGON((${x} ${y},${x + w} ${y},${x + w} ${y + w},${x} ${y + w},${x} ${y}))`;
    });

  it('a block put together from smaller ones looks as if it were drawn at once, also after a change', async () => {
    const layerId = await newLayer();
    const shapes = squares(250).map((wkt) => ({ classId: layerId, wkt }));
    const ids = await addObjects(getDatabase(), shapes);
    const pool = new DrawingPool(1);
    const onCacheError = (error: unknown) => {
      throw error;
    };
    const deps = {
      ...server.deps,
      config: { ...server.deps.config, dataDir: `${server.deps.config.dataDir}/parts` },
    };
    const inParts = new ImageBlocks({ deps, onCacheError, mostObjects: 150 });
    const direct = new ImageBlocks({
      deps: { ...deps, config: { ...deps.config, imageCacheMb: 0 } },
      onCacheError,
    });
    const signal = new AbortController().signal;
    const draw = async (blocks: ImageBlocks) => {
      const [layer] = await findShownLayers(getDatabase().db, [layerId]);
      if (layer === undefined) throw new Error('no layer');
      const rights = layerRights({ kind: 'anonymous', visitorId: undefined, address: '' }, layer);
      const picture = await readLayerPicture(server.deps, { layer, rights, filters: [] });
      const block = { level, x: column, y: row, pixelRatio: 1 };
      return await blocks.get({ picture, kinds: [1, 2, 3] }, block, { pool, signal });
    };
    const compare = async () => {
      const [a, b] = [readAlpha(await draw(inParts)), readAlpha(await draw(direct))];
      let [different, drawn] = [0, 0];
      for (const [i, alpha] of a.entries()) {
        if (alpha > 0) drawn++;
        if (Math.abs(alpha - (b[i] ?? 0)) > 80) different++;
      }
      return { different: different / drawn, drawn };
    };
    const first = await compare();
    console.log(
      `put together against drawn at once: ${(100 * first.different).toFixed(2)} % of pixels differ`,
    );
    expect(first.different).toBeLessThan(0.01);
    expect(first.drawn).toBeGreaterThan(5_000);
    await getDatabase()
      .db.updateTable('geoms')
      .set({ deleted_at: new Date() })
      .where('id', 'in', ids.slice(0, 125))
      .execute();
    const second = await compare();
    expect(second.different).toBeLessThan(0.01);
    expect(second.drawn).toBeLessThan(first.drawn * 0.7);
    await pool.close();
  }, 60_000);

  it('API-WMS-01 LOAD-08: a map of more than 40 000 objects is put together from blocks and shows changes at once', async () => {
    const layerId = await newLayer();
    const [minX, maxY] = place(0.2, 0.2);
    const add = sql`
      INSERT INTO geoms (company_id, id, class_id, kind, measure, geom, is_public)
      SELECT c.company_id, new_id(c.company_id, 'geom_seq'), c.id, 3, 0,
             ST_MakeEnvelope(${minX}::float8 + (i % 205) * 306, ${maxY}::float8 - (i / 205) * 306 - 150, ${minX}::float8 + (i % 205) * 306 + 150, ${maxY}::float8 - (i / 205) * 306, 3857), true
      FROM classifiers AS c, generate_series(0, 41000) AS i WHERE c.id = ${layerId}`;
    await inTransaction(getDatabase(), { statementMs: 60_000 }, (db) => add.execute(db));
    const [left, top] = place(0, 0);
    const [right, bottom] = place(1, 1);
    const ask = async (query: Record<string, string> = {}) => {
      const answer = await server.app.inject({
        url: `/api/v1/proxy/wmsLayers/${layerId}`,
        query: {
          REQUEST: 'GetMap',
          CRS: 'EPSG:3857',
          BBOX: [left, bottom, right, top].join(),
          WIDTH: '1024',
          HEIGHT: '1024',
          FORMAT: 'image/png',
          TRANSPARENT: 'TRUE',
          LAYERS: `${layerId}_polygons`,
          ...query,
        },
      });
      expect(answer.headers['content-type']).toBe('image/png');
      return await readPixels(answer.rawPayload);
    };
    const first = await ask();
    expect([first.at(300, 300), first.at(100, 100), first.at(700, 700)]).toEqual([red, clear, clear]);
    // Between two levels it is brought to its size.
    const smaller = await ask({ WIDTH: '900', HEIGHT: '900' });
    expect([smaller.width, smaller.at(88, 88), smaller.at(264, 264)[0]]).toEqual([900, clear, 255]);
    const [x, y] = place(0.7, 0.7);
    await addObjects(getDatabase(), [
      {
        classId: layerId,
        wkt: `POLYGON((${x} ${y},${x + 5_000} ${y},${x + 5_000} ${y - 5_000},${x} ${y - 5_000},${x} ${y}))`,
      },
    ]);
    const second = await ask({ BGCOLOR: '0x0000FF', TRANSPARENT: 'FALSE' });
    expect([second.at(730, 730), second.at(100, 100)]).toEqual([red, [0, 0, 255, 255]]);
  }, 60_000);
});
