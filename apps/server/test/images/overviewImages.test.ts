import { readdir } from 'node:fs/promises';
import { type LayerDensity, limits } from '@pgis/contract';
import { inTransaction } from '@pgis/server';
import {
  addLayer,
  addObjects,
  describeOnEachDatabase,
  mapQuery,
  startTestApp,
  type TestApp,
} from '@pgis/testkit';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AppError } from '../../src/errors/AppError.ts';
import { layerPermissions } from '../../src/layers/layerPermissions.ts';
import { listLayersById } from '../../src/layers/listLayersById.ts';
import { unpackPixels } from '../../src/rendering/encode/rawPixels.ts';
import { readLayerRendering } from '../../src/rendering/metatiles/LayerRendering.ts';
import { MetatileCache } from '../../src/rendering/metatiles/MetatileCache.ts';
import type { MetatileWork } from '../../src/rendering/metatiles/MetatileRenderer.ts';
import { createImagePool, type ImagePool } from '../../src/rendering/pool/imagePool.ts';
import { clear, makeImageWorld, plainStyle, readPixels, red } from './ImageWorld.ts';

/** Level 20, zoom 10: a pixel is 153 m, a metatile 156 543 m wide. */
const level = 20;
const side = (2 * 20_037_508.342789244) / 256;
const [column, row] = [145, 78] as const;
const positionAt = (x: number, y: number): [number, number] => [
  (column + x) * side - 20_037_508.342789244,
  20_037_508.342789244 - (row + y) * side,
];

/** Small squares in a row and in a column. */
const SMALL_ACROSS = 30;

const readAlpha = (file: Buffer) => unpackPixels(file).pixels.filter((_, i) => i % 4 === 3);

describeOnEachDatabase('Images of very many objects', (getDatabase, itOnce) => {
  let server: TestApp;
  let groupId: number;

  beforeAll(async () => {
    ({ server, groupId } = await makeImageWorld(getDatabase(), 'Crowded'));
  });
  afterAll(() => server[Symbol.asyncDispose]());

  const newLayer = (more: { density?: LayerDensity } = {}) =>
    addLayer(getDatabase(), { groupId, geomStyle: JSON.stringify(plainStyle('rgba(255,0,0,1)')), ...more });
  const squares = (count: number) =>
    Array.from({ length: count }, (_, i) => {
      const [x, y] = positionAt(0.02 + ((i * 37) % 89) / 95, 0.02 + ((i * 61) % 83) / 90);
      const w = side / 200;
      return `POLYGON((${x} ${y},${x + w} ${y},${x + w} ${y + w},${x} ${y + w},${x} ${y}))`;
    });

  /** One metatile, composed of children with few objects and rendered from all objects at once. */
  function drawBothWays(layerId: number, maxObjects = 150, maxBandObjects = 1_000) {
    const pool = createImagePool(1);
    const onCacheError = (error: unknown) => {
      throw error;
    };
    const { config } = server.deps;
    const ownCacheDeps = {
      ...server.deps,
      config: { ...config, dataDir: `${config.dataDir}/parts-${layerId}` },
    };
    const provisionalErrors: unknown[] = [];
    const onProvisionalError = (error: unknown) => provisionalErrors.push(error);
    const options = { onCacheError, onProvisionalError, maxObjects, maxBandObjects };
    const inParts = new MetatileCache({ deps: ownCacheDeps, ...options });
    const direct = new MetatileCache({
      deps: { ...ownCacheDeps, config: { ...config, imageCacheMb: 0 } },
      onCacheError,
      maxObjects: 1_000_000,
    });
    const signal = new AbortController().signal;
    const draw = async (metatiles: MetatileCache, work: Partial<MetatileWork> = {}) => {
      const [layer] = await listLayersById(getDatabase().db, [layerId]);
      if (layer === undefined) throw new Error('no layer');
      const rights = layerPermissions({ kind: 'anonymous', visitorId: undefined, address: '' }, layer);
      const rendering = await readLayerRendering(server.deps, { layer, rights, filters: [] });
      const metatile = { level, x: column, y: row, pixelRatio: 1 };
      return await metatiles.get({ rendering, kinds: [1, 2, 3], zoom: level / 2 }, metatile, {
        pool,
        signal,
        ...work,
      });
    };
    return {
      provisionalErrors,
      /** As a request of a map gets it, a provisional image if need be. */
      async requested(maxAgeS = 0, usedPool = pool) {
        let isProvisional = false;
        const onProvisional = () => {
          isProvisional = true;
        };
        return { image: await draw(inParts, { onProvisional, maxAgeS, pool: usedPool }), isProvisional };
      },
      /** The pool, whose next renderings fail. */
      poolThatFails(error: Error, count: number): ImagePool {
        let left = count;
        const render: ImagePool['render'] = (...work) => {
          left -= 1;
          return left >= 0 ? Promise.reject(error) : pool.render(...work);
        };
        return new Proxy(pool, {
          get: (it, name) => (name === 'render' ? render : Reflect.get(it, name, it)),
        });
      },
      inParts: () => draw(inParts),
      direct: () => draw(direct),
      listFiles: async () => await readdir(ownCacheDeps.config.dataDir, { recursive: true }),
      [Symbol.asyncDispose]: () => pool.close(),
    };
  }

  /** Share of the drawn pixels in which both ways differ. */
  async function compare(ways: Pick<ReturnType<typeof drawBothWays>, 'inParts' | 'direct'>) {
    const [a, b] = [readAlpha(await ways.inParts()), readAlpha(await ways.direct())];
    let [different, drawn] = [0, 0];
    for (const [i, alpha] of a.entries()) {
      if (alpha > 0) drawn++;
      if (Math.abs(alpha - (b[i] ?? 0)) > 80) different++;
    }
    return { different: different / drawn, drawn };
  }

  /** Adds squares around the middle of the metatile, `stepPx` apart. */
  async function addSmallSquares(geomStyle: object, { sizePx, stepPx }: { sizePx: number; stepPx: number }) {
    const layerId = await addLayer(getDatabase(), { groupId, geomStyle: JSON.stringify(geomStyle) });
    const [middleX, middleY] = positionAt(0.5, 0.5);
    const pixel = side / 1_024;
    const [size, step] = [sizePx * pixel, stepPx * pixel];
    const halfSideM = (SMALL_ACROSS / 2) * step;
    const add = sql`
      INSERT INTO geoms (company_id, id, class_id, kind, measure, geom, is_public)
      SELECT c.company_id, new_id(c.company_id, 'geom_seq'), c.id, 3, 0,
             ST_MakeEnvelope(x0, y0 - ${size}::float8, x0 + ${size}::float8, y0, 3857), true
      FROM classifiers AS c, generate_series(0, ${SMALL_ACROSS - 1}::integer) AS i, generate_series(0, ${SMALL_ACROSS - 1}::integer) AS j,
        LATERAL (SELECT ${middleX - halfSideM}::float8 + i * ${step}::float8 AS x0, ${middleY + halfSideM}::float8 - j * ${step}::float8 AS y0) AS corner
      WHERE c.id = ${layerId}`;
    await inTransaction(getDatabase(), {}, (db) => add.execute(db));
    return layerId;
  }

  itOnce.each([
    ['a part of a pixel', { sizePx: 0.5, stepPx: 1.7 }],
    ['a pixel', { sizePx: 0.9, stepPx: 1 }],
    ['some pixels', { sizePx: 3.3, stepPx: 4.1 }],
    ['many pixels', { sizePx: 11.3, stepPx: 14.2 }],
  ])(
    'LOAD-08: an overview of opaque objects of %s is that of drawing them all, but for a hundredth of its pixels',
    async (_, size) => {
      const style = { ...plainStyle('rgba(255,0,0,1)'), lineColor: 'rgba(0,0,255,1)' };
      await using ways = drawBothWays(await addSmallSquares(style, size), 400);
      const [a, b] = [await ways.inParts(), await ways.direct()].map((file) => unpackPixels(file).pixels);
      if (a === undefined || b === undefined) throw new Error('no image');
      let [different, drawn] = [0, 0];
      for (let i = 0; i < a.length; i += 4) {
        const [one, other] = [a[i + 3] ?? 0, b[i + 3] ?? 0];
        if (one > 0 || other > 0) drawn++;
        const isOff = [0, 1, 2].some(
          (k) => Math.abs((a[i + k] ?? 0) * one - (b[i + k] ?? 0) * other) > 80 * 255,
        );
        if (isOff || Math.abs(one - other) > 80) different++;
      }
      console.log(`${JSON.stringify(size)}: ${different} of ${drawn} pixels differ`);
      expect(drawn).toBeGreaterThan(200);
      expect(different / drawn).toBeLessThan(0.01);
    },
    60_000,
  );

  it('translucent objects of a part of a pixel: an overview is as dense as the map is near by', async () => {
    const style = { ...plainStyle('rgba(255,0,0,0.5)'), lineWidth: 0, lineColor: 'rgba(0,0,0,0)' };
    await using ways = drawBothWays(await addSmallSquares(style, { sizePx: 0.5, stepPx: 0.5 }), 400);
    const mean = (file: Buffer) => {
      const alphas = readAlpha(file);
      let sum = 0;
      for (let y = 507; y < 517; y++) for (let x = 507; x < 517; x++) sum += alphas[y * 1_024 + x] ?? 0;
      return sum / 100 / 255;
    };
    const [inParts, direct] = [mean(await ways.inParts()), mean(await ways.direct())];
    console.log(
      `half translucent, four a pixel: ${inParts.toFixed(2)} in parts, ${direct.toFixed(2)} at once`,
    );
    expect(inParts).toBeCloseTo(0.5, 1);
    // Objects smaller than a pixel lose their corners, and so their area, as in OpenLayers.
    expect(direct).toBeLessThan(0.4);
  }, 60_000);

  it('a metatile composed of its children looks as if it were rendered at once, also after a change', async () => {
    const layerId = await newLayer();
    const shapes = squares(250).map((wkt) => ({ classId: layerId, wkt }));
    const ids = await addObjects(getDatabase(), shapes);
    await using ways = drawBothWays(layerId);
    const first = await compare(ways);
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
    const second = await compare(ways);
    expect(second.different).toBeLessThan(0.01);
    expect(second.drawn).toBeLessThan(first.drawn * 0.7);
  }, 60_000);

  describe('provisional images of metatiles that nobody has requested before', () => {
    // The embedded engine answers nobody else while it reads, so it has none.
    const hasProvisional = () => getDatabase().kind === 'postgres';
    const addSquares = async (layerId: number) =>
      await addObjects(
        getDatabase(),
        squares(250).map((wkt) => ({ classId: layerId, wkt })),
      );
    const update = (ids: readonly number[], values: object) =>
      getDatabase().db.updateTable('geoms').set(values).where('id', 'in', ids).execute();

    it('LOAD-08: the first image shows all objects at once, until it has been composed', async () => {
      const layerId = await newLayer();
      await addSquares(layerId);
      await using ways = drawBothWays(layerId);
      const first = await ways.requested();
      expect(first.isProvisional).toBe(hasProvisional());
      expect(first.image.length).toBeGreaterThan(0);
      const isComposed = async () => (await ways.listFiles()).some((name) => name.includes(`${level + 2}@2`));
      expect(await isComposed()).toBe(!hasProvisional());
      const direct = readAlpha(await ways.direct());
      const different = readAlpha(first.image).filter((alpha, i) => Math.abs(alpha - (direct[i] ?? 0)) > 80);
      expect(different.length / direct.filter((alpha) => alpha > 0).length).toBeLessThan(0.01);
      // Asked for again it is read.
      expect((await ways.requested()).image.equals(first.image)).toBe(true);
      const finished = await ways.inParts();
      expect(await isComposed()).toBe(true);
      const last = await ways.requested();
      expect([last.isProvisional, last.image.equals(finished)]).toEqual([false, true]);
    }, 60_000);

    it('D-CLS-07: a provisional image shows changes as other images do: what somebody may not see any more at once', async () => {
      const layerId = await newLayer();
      const ids = await addSquares(layerId);
      await using ways = drawBothWays(layerId);
      const count = (file: Buffer) => readAlpha(file).filter((alpha) => alpha > 80).length;
      const expectToShowAll = async (file: Buffer) => {
        const all = count(await ways.direct());
        expect(Math.abs(count(file) - all)).toBeLessThan(all / 250);
      };
      const first = await ways.requested();
      await update(ids.slice(0, 125), { review: 'hidden' });
      const second = await ways.requested(limits.image.maxAgeS);
      expect(second.isProvisional).toBe(hasProvisional());
      await expectToShowAll(second.image);
      expect(count(second.image)).toBeLessThan(0.7 * count(first.image));
      // A small change is drawn as a patch; that of a geometry may be missing for some seconds.
      await update(ids.slice(130, 131), { deleted_at: new Date() });
      const third = await ways.requested(limits.image.maxAgeS);
      await expectToShowAll(third.image);
      expect(count(third.image)).toBeLessThan(count(second.image));
      await update(ids.slice(131, 132), { geom: sql`ST_Scale(geom, 1.01, 1.01)` });
      expect((await ways.requested(limits.image.maxAgeS)).image.equals(third.image)).toBe(true);
      expect((await ways.requested()).image.equals(third.image)).toBe(false);
    }, 60_000);

    it('a busy server refuses a provisional image, and draws it the next time; one that takes too long is composed', async () => {
      if (!hasProvisional()) return expect(getDatabase().kind).toBe('embedded');
      const layerId = await newLayer();
      await addSquares(layerId);
      await using ways = drawBothWays(layerId);
      const isBusy = new AppError('IMAGE_QUEUE_FULL');
      await expect(ways.requested(0, ways.poolThatFails(isBusy, 1))).rejects.toBe(isBusy);
      const drawn = await ways.requested();
      expect(drawn.isProvisional).toBe(true);
      const otherLayerId = await newLayer();
      await addSquares(otherLayerId);
      await using others = drawBothWays(otherLayerId);
      const takesLong = new AppError('IMAGE_TOO_LARGE');
      const composed = await others.requested(0, others.poolThatFails(takesLong, 1));
      expect([composed.isProvisional, others.provisionalErrors[0]]).toEqual([false, takesLong]);
      expect(composed.image.equals(await others.inParts())).toBe(true);
    }, 60_000);

    it('too many objects, labels, patterns and few objects have no provisional image', async () => {
      const draw = async (style: object, ...options: [maxObjects?: number, maxBandObjects?: number]) => {
        const geomStyle = JSON.stringify({ ...plainStyle('rgba(255,0,0,1)'), ...style });
        const layerId = await addLayer(getDatabase(), { groupId, geomStyle });
        await addSquares(layerId);
        await using ways = drawBothWays(layerId, ...options);
        const { image, isProvisional } = await ways.requested();
        expect(ways.provisionalErrors).toEqual([]);
        expect(image.equals(await ways.inParts())).toBe(!isProvisional);
        return isProvisional;
      };
      const isProvisional = [
        await draw({}, 150, 10),
        await draw({ labelEnabled: true, objLabel: 'Parcel' }),
        await draw({ fillPattern: 'dot' }),
        await draw({ lineWidth: 3 }),
        await draw({}, 1_000),
        await draw({}),
      ];
      expect(isProvisional).toEqual([false, false, false, false, false, hasProvisional()]);
    }, 60_000);
  });

  it('a metatile with clusters is composed where its lines and polygons alone are too many, with the same circles', async () => {
    const points = (count: number) =>
      Array.from({ length: count }, (_, i) => `POINT(${positionAt(0.5 + i / 1e4, 0.5).join(' ')})`);
    const draw = async (wkts: readonly string[]) => {
      const id = await newLayer({ density: { kind: 'clusters', zoomTo: 12 } });
      await addObjects(
        getDatabase(),
        wkts.map((wkt) => ({ classId: id, wkt })),
      );
      await using ways = drawBothWays(id);
      const compared = await compare(ways);
      const isComposed = (await ways.listFiles()).some((name) => name.includes(`${level + 2}@2`));
      return { ...compared, isComposed };
    };
    const mixed = await draw([...points(20), ...squares(250)]);
    expect(mixed.isComposed).toBe(true);
    expect(mixed.different).toBeLessThan(0.01);
    const crowd = await draw(points(250));
    expect(crowd.isComposed).toBe(false);
    expect(crowd.drawn).toBeGreaterThan(100);
  }, 60_000);

  it('API-WMS-01 LOAD-08: a map of more than 40 000 objects is put together from metatiles and shows changes at once', async () => {
    const layerId = await newLayer();
    const [minX, maxY] = positionAt(0.2, 0.2);
    const add = sql`
      INSERT INTO geoms (company_id, id, class_id, kind, measure, geom, is_public)
      SELECT c.company_id, new_id(c.company_id, 'geom_seq'), c.id, 3, 0,
             ST_MakeEnvelope(${minX}::float8 + (i % 205) * 306, ${maxY}::float8 - (i / 205) * 306 - 150, ${minX}::float8 + (i % 205) * 306 + 150, ${maxY}::float8 - (i / 205) * 306, 3857), true
      FROM classifiers AS c, generate_series(0, 41000) AS i WHERE c.id = ${layerId}`;
    await inTransaction(getDatabase(), { statementMs: 60_000 }, (db) => add.execute(db));
    const [left, top] = positionAt(0, 0);
    const [right, bottom] = positionAt(1, 1);
    const ask = async (query: Record<string, string> = {}, { app } = server) => {
      const answer = await app.inject({
        url: `/api/v1/proxy/wmsLayers/${layerId}`,
        query: mapQuery(`${layerId}_polygons`, [left, bottom, right, top], {
          WIDTH: '1024',
          HEIGHT: '1024',
          ...query,
        }),
      });
      expect(answer.headers['content-type']).toBe('image/png');
      return await readPixels(answer.rawPayload);
    };
    const first = await ask();
    expect([first.at(300, 300), first.at(100, 100), first.at(700, 700)]).toEqual([red, clear, clear]);
    // Between two levels it is brought to its size.
    const smaller = await ask({ WIDTH: '900', HEIGHT: '900' });
    expect([smaller.width, smaller.at(88, 88), smaller.at(264, 264)[0]]).toEqual([900, clear, 255]);
    const [x, y] = positionAt(0.7, 0.7);
    await addObjects(getDatabase(), [
      {
        classId: layerId,
        wkt: `POLYGON((${x} ${y},${x + 5_000} ${y},${x + 5_000} ${y - 5_000},${x} ${y - 5_000},${x} ${y}))`,
      },
    ]);
    // Without a cache the web client waits: every retry would start the image again.
    await using without = await startTestApp(getDatabase(), { env: { IMAGE_CACHE_MB: '0' } });
    expect((await ask({ EXCEPTIONS: 'application/json' }, without)).at(300, 300)).toEqual(red);
    const second = await ask({ BGCOLOR: '0x0000FF', TRANSPARENT: 'FALSE' });
    expect([second.at(730, 730), second.at(100, 100)]).toEqual([red, [0, 0, 255, 255]]);
    // A request may allow an older image; a change that hides something is in it all the same.
    const [id] = await addObjects(getDatabase(), [
      {
        classId: layerId,
        wkt: `POLYGON((${x} ${maxY},${x + 5_000} ${maxY},${x + 5_000} ${maxY - 5_000},${x} ${maxY - 5_000},${x} ${maxY}))`,
      },
    ]);
    expect((await ask({ _maxAge: String(limits.image.maxAgeS) })).at(730, 220)).toEqual(clear);
    expect((await ask()).at(730, 220)).toEqual(red);
    await getDatabase()
      .db.updateTable('geoms')
      .set({ deleted_at: new Date() })
      .where('id', '=', id ?? 0)
      .execute();
    expect((await ask({ _maxAge: String(limits.image.maxAgeS) })).at(730, 220)).toEqual(clear);
    const tooOld = await server.app.inject({
      url: `/api/v1/proxy/wmsLayers/${layerId}`,
      query: mapQuery(`${layerId}_polygons`, [left, bottom, right, top], {
        EXCEPTIONS: 'application/json',
        _maxAge: String(limits.image.maxAgeS + 1),
      }),
    });
    expect([tooOld.statusCode, tooOld.json().errors]).toEqual([
      400,
      [{ path: 'query/_MAXAGE', code: 'OUT_OF_RANGE' }],
    ]);
  }, 60_000);
});
