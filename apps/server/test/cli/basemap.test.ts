import { copyFile, mkdtemp, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { MapLayer } from '@pgis/contract';
import { describeOnEachDatabase, startTestApp, type TestApp } from '@pgis/testkit';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { basemapCommand } from '../../src/cli/basemap.ts';
import { type S3Server, startS3 } from '../../src/storage/testing/startS3.ts';
import { archivePath, readMbtiles } from '../base-map/archives.ts';
import { makePmtiles } from '../base-map/makePmtiles.ts';
import { findTilemakerProblem, runTilemaker } from '../base-map/runTilemaker.ts';

const monaco = archivePath('monaco_openmaptiles.mbtiles');

describeOnEachDatabase('pgis basemap', (getDatabase, itOnce) => {
  let t: TestApp;
  let folder: string;
  let s3: S3Server;
  beforeAll(async () => {
    s3 = await startS3();
    t = await startTestApp(getDatabase(), { env: { STORAGE_URL: s3.url('plain', 'files') } });
    folder = await mkdtemp(join(tmpdir(), 'pgis-basemap-'));
  });
  afterAll(async () => {
    await t[Symbol.asyncDispose]();
    await s3.close();
    await rm(folder, { recursive: true });
  });

  async function run(...args: string[]): Promise<string> {
    const lines: string[] = [];
    await basemapCommand.run(args, {
      config: t.deps.config,
      openDatabase: async () => getDatabase(),
      print: (line) => lines.push(line),
    });
    return lines.join('\n');
  }
  const idIn = (out: string): number => Number(/base layer (\d+) /.exec(out)?.[1]);
  const find = async (id: number, language = 'en'): Promise<MapLayer | undefined> => {
    const { json } = await t.call<MapLayer[]>({
      url: '/api/v1/layers',
      headers: { 'accept-language': language },
    });
    return json.find((layer) => layer.id === id);
  };
  interface Source {
    readonly url: string;
    readonly namesUrl: string;
    readonly tileSize: number;
    readonly maxZoom: number;
    readonly attributions: string;
  }
  const sourceOf = (layer: MapLayer | undefined): Source => JSON.parse(layer?.sourceJson ?? '{}') as Source;
  /** The addresses that a browser asks for a tile of the town. */
  const tilesOf = (layer: MapLayer | undefined): string[] => {
    const { url, namesUrl } = sourceOf(layer);
    return [url, namesUrl].map((one) =>
      one.replace('{scheme}', 'light').replace('{z}/{x}/{y}', '14/8529/5974'),
    );
  };

  test('BASE-03 DATA-21: an archive becomes a base layer that everybody sees, in their language', async () => {
    const out = await run('add', monaco);
    expect(out).toContain('MBTiles in the schema OpenMapTiles');
    expect(out).toContain('7.41 to 7.45 E, 43.72 to 43.75 N at zooms 0 to 14');
    expect(out).toContain('The archive has no sea.');
    const id = idIn(out);
    const [english, latvian] = [await find(id), await find(id, 'lv')];
    expect(english).toMatchObject({
      ...{ name: 'Streets', overlay: false, layerType: 'TileLayer', sourceType: 'XYZ', visibility: true },
    });
    expect(latvian?.name).toBe('Ielas');
    expect(sourceOf(english).namesUrl).toContain('lang=en');
    expect(sourceOf(latvian).namesUrl).toContain('lang=lv');
    expect(sourceOf(latvian).url).toBe(sourceOf(english).url);
    // The file's path stays on the server.
    expect(JSON.stringify(english)).not.toContain('monaco');
    const source = sourceOf(english);
    expect(source).toMatchObject({ tileSize: 512, maxZoom: 18 });
    expect(source.attributions.split(' · ')).toEqual([
      ...['© OpenStreetMap contributors', 'GSHHG', 'Natural Earth', 'Rīgas satiksme', 'GeoNames'],
    ]);

    for (const url of tilesOf(english)) {
      const tile = await t.app.inject({ url });
      expect([tile.statusCode, tile.headers['content-type']], url).toEqual([200, 'image/png']);
      expect(tile.headers['cache-control']).toContain('immutable');
    }

    expect(await run('list')).toContain(`${id}\tStreets\t${monaco}`);
    await expect(run('add', monaco)).rejects.toThrow(`is already base layer ${id}, "Streets"`);
    const removed = await run('remove', String(id));
    expect(removed).toContain('is still there');
    expect(await find(id)).toBeUndefined();
    expect(await run('list')).toBe('There are no base layers from archives.');
    const { rows } = await getDatabase().pool.query(
      `SELECT action, entity_name FROM audit_log WHERE company_id = 0 AND entity_id = $1 ORDER BY id`,
      [id],
    );
    expect(rows).toEqual([
      { action: 'LAYER_ADDED', entity_name: 'Streets' },
      { action: 'LAYER_DELETED', entity_name: 'Streets' },
    ]);
  });

  test('its name and attribution can be given; a replaced file gets new addresses', async () => {
    const path = join(folder, 'town.mbtiles');
    await copyFile(monaco, path);
    const id = idIn(await run('add', path, '--name', ' Town ', '--attribution', '© The town'));
    const before = await find(id, 'lv');
    expect(before?.name).toBe('Town');
    expect(before?.sourceJson).toContain('© The town · © OpenStreetMap');
    await utimes(path, 1, 1);
    expect(sourceOf(await find(id, 'lv')).url).not.toBe(sourceOf(before).url);
    await rm(path);
    expect(sourceOf(await find(id, 'lv')).url).toContain('-missing');
    expect(await run('list')).toContain('the file is missing');
    await run('remove', String(id));
  });

  itOnce(
    'BASE-03: an archive in the store of the server is drawn; its address stays on the server',
    async () => {
      const town = makePmtiles({
        tiles: readMbtiles(monaco).tiles,
        bounds: [7.409205, 43.72335, 7.448637, 43.75169],
        metadata: { vector_layers: [{ id: 'transportation' }], attribution: '© Somebody' },
        hasLeaf: true,
      });
      await s3.put('plain', 'maps/town.pmtiles', town);
      const address = 's3://plain/maps/town.pmtiles';
      const out = await run('add', address);
      expect(out).toContain('PMTiles in the schema OpenMapTiles');
      const id = idIn(out);
      const layer = await find(id);
      expect(JSON.stringify(layer)).not.toContain('town.pmtiles');
      for (const url of tilesOf(layer)) {
        const tile = await t.app.inject({ url });
        expect([tile.statusCode, tile.headers['content-type']], url).toEqual([200, 'image/png']);
      }
      expect(await run('list')).toBe(`${id}\tStreets\t${address}`);
      await run('remove', String(id));

      await expect(run('add', 's3://plain/none')).rejects.toThrow('There is no object none');
      await expect(run('add', 's3://plain')).rejects.toThrow('the key of the object is expected');
      await expect(run('add', 's3://id:secret@plain/key')).rejects.toThrow('it may hold no credentials');
      expect(await run('list')).toBe('There are no base layers from archives.');
    },
  );

  test('BASE-03 DATA-21: an archive of images becomes a base layer whose tiles are sent as they are stored', async () => {
    const image = await sharp({ create: { width: 512, height: 512, channels: 3, background: '#204060' } })
      .jpeg()
      .toBuffer();
    const path = join(folder, 'aerial.pmtiles');
    const tiles = [0, 1].map((z) => ({ z, x: 0, y: 0, bytes: image }));
    await writeFile(path, makePmtiles({ tiles, imageType: 3, metadata: { attribution: '© Somebody' } }));
    const out = await run('add', path);
    expect(out).toContain('PMTiles with JPEG images of 512 px');
    const id = idIn(out);
    const [english, latvian] = [await find(id), await find(id, 'lv')];
    expect([english?.name, latvian?.name, english?.sourceType]).toEqual([
      'Raster map',
      'Rastra karte',
      'XYZ',
    ]);
    const source = sourceOf(english);
    expect(source).toMatchObject({ tileSize: 512, maxZoom: 1, attributions: '© Somebody' });
    expect(source.namesUrl).toBeUndefined();
    const tile = await t.app.inject({ url: source.url.replace('{z}/{x}/{y}', '1/0/0') });
    expect([tile.statusCode, tile.headers['content-type']]).toEqual([200, 'image/jpeg']);
    expect(tile.rawPayload.equals(image)).toBe(true);
    await run('remove', String(id));

    await writeFile(
      path,
      makePmtiles({ tiles: [{ z: 0, x: 0, y: 0, bytes: Buffer.from('<svg/>') }], imageType: 2 }),
    );
    await expect(run('add', path)).rejects.toThrow('The tile 0/0/0 is no PNG, JPEG or WebP image');
  });

  itOnce(
    'an archive that tilemaker makes, with a coast, is drawn with sea, land and names',
    async ({ skip }) => {
      const problem = await findTilemakerProblem();
      if (problem !== undefined) skip(problem);
      const path = await runTilemaker(await mkdtemp(join(folder, 'tilemaker-')));
      await expect(run('add', path)).rejects.toThrow('does not say who made its data');
      const out = await run('add', path, '--attribution', '© OpenStreetMap contributors');
      expect(out).toContain('MBTiles in the schema OpenMapTiles');
      expect(out).not.toContain('no sea');
      const { url, namesUrl } = sourceOf(await find(idIn(out)));
      const load = async (template: string): Promise<Buffer> => {
        const address = template.replace('{scheme}', 'light').replace('{z}/{x}/{y}', '14/8625/5753');
        return (await t.app.inject({ url: address })).rawPayload;
      };
      const { data } = await sharp(await load(url))
        .raw()
        .toBuffer({ resolveWithObject: true });
      const count = (color: readonly number[]): number => {
        let pixels = 0;
        for (let i = 0; i < data.length; i += 3)
          if (color.every((value, channel) => data[i + channel] === value)) pixels++;
        return pixels;
      };
      expect(count([195, 217, 227])).toBeGreaterThan(20_000);
      expect(count([245, 243, 238])).toBeGreaterThan(20_000);
      const { channels } = await sharp(await load(namesUrl)).stats();
      expect(channels[3]?.max).toBe(255);
      await run('remove', String(idIn(out)));
    },
  );

  test('what cannot be a base map is refused in plain words, and nothing is stored', async () => {
    const write = async (name: string, bytes: Uint8Array | string): Promise<string> => {
      const path = join(folder, name);
      await writeFile(path, bytes);
      return path;
    };
    const whole = await readFile(monaco);
    const cases: [path: string, message: RegExp][] = [
      [join(folder, 'none.pmtiles'), /There is no such file/],
      [folder, /It is not a file/],
      [await write('a.txt', 'no archive at all'), /neither PMTiles nor MBTiles/],
      [await write('empty.mbtiles', ''), /neither PMTiles nor MBTiles/],
      [await write('cut.mbtiles', whole.subarray(0, 60_000)), /SQLite cannot read the file/],
      [await write('old.pmtiles', `PMTiles${'\u0001'.repeat(200)}`), /version|spec/i],
    ];
    for (const [path, message] of cases) {
      await expect(run('add', path), path).rejects.toThrow(message);
      await expect(run('add', path), path).rejects.toThrow(`${path} cannot be used as a base map: `);
    }
    for (const args of [[], ['add'], ['remove'], ['add', monaco, 'more'], ['list', '--name', 'x']])
      await expect(run(...args), args.join(' ')).rejects.toThrow('Expected: add FILE, list, or remove ID.');
    await expect(run('add', monaco, '--name', 'x'.repeat(101))).rejects.toThrow('1 to 100 characters');
    await expect(run('add', monaco, '--attribution', ' ')).rejects.toThrow('does not say who made its data');
    await expect(run('remove', '1')).rejects.toThrow('There is no base layer 1 from an archive');
    expect(await run('list')).toBe('There are no base layers from archives.');
  });
});
