import { execFile, execFileSync } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import {
  addActors,
  addGroup,
  addLayer,
  addObjects,
  describeOnOneDatabase,
  startTestApp,
  type TestApp,
} from '@pgis/testkit';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { blue, clear, plainStyle, readPixels, red } from './ImageWorld.ts';
import { addObjectsOfEveryKind } from './WmsWorld.ts';

const run = promisify(execFile);

function hasGdal(): boolean {
  try {
    execFileSync('gdalinfo', ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    console.log('GDAL is not installed (Debian: gdal-bin): reading the WMS with it is not tested');
    return false;
  }
}

const isThere = hasGdal();
const [left, bottom, sideM] = [2_680_000, 7_750_000, 1_000];
const corner = (dx: number, dy: number) => {
  const [x, y] = [left + dx, bottom + dy];
  return `POLYGON((${x} ${y},${x + 200} ${y},${x + 200} ${y + 200},${x} ${y + 200},${x} ${y}))`;
};

describeOnOneDatabase('WMS read by GDAL', (getDatabase) => {
  let server: TestApp;
  let folder: string;
  let service: string;
  let id: number;

  beforeAll(async () => {
    const database = getDatabase();
    server = await startTestApp(database);
    await server.app.listen({ host: '127.0.0.1', port: 0 });
    const { companyId, units } = await addActors(database, 'Gdal');
    const groupId = await addGroup(database, { companyId, unitId: units.roads });
    const geomStyle = JSON.stringify({
      ...plainStyle('rgba(255,0,0,1)'),
      labelRules: [{ rule: 'data.use=a', fillColor: 'rgba(0,0,255,1)', lineColor: 'rgba(0,0,255,1)' }],
    });
    id = await addLayer(database, { groupId, fields: ['use'], geomStyle });
    await addObjects(database, [
      { classId: id, wkt: corner(0, 0), data: { use: 'a' } },
      { classId: id, wkt: corner(800, 800) },
    ]);
    await addObjectsOfEveryKind(database, id);
    const { port } = server.app.server.address() as AddressInfo;
    service = `http://127.0.0.1:${port}/api/v1/proxy/wmsLayers/${id}?`;
    folder = await mkdtemp(join(tmpdir(), 'pgis-gdal-'));
  });
  afterAll(async () => {
    await server[Symbol.asyncDispose]();
    await rm(folder, { recursive: true, force: true });
  });

  it.skipIf(!isThere)('API-WMS-01: gdalinfo lists the layers of the service', async () => {
    const { stdout } = await run('gdalinfo', [`WMS:${service}`]);
    for (const suffix of ['points', 'lines', 'polygons']) expect(stdout).toContain(`LAYERS=${id}_${suffix}`);
  });

  it.skipIf(!isThere).each([
    ['1.1.1', 'EPSG:3857'],
    ['1.3.0', 'EPSG:3857'],
    ['1.1.1', 'EPSG:4326'],
    ['1.3.0', 'EPSG:4326'],
    ['1.1.1', 'EPSG:3059'],
  ])('API-WMS-01: gdal_translate draws the right image in version %s and %s', async (version, crs) => {
    const window = await windowIn(crs);
    const [minX = 0, minY = 0, maxX = 0, maxY = 0] = window;
    const isSwapped = version === '1.3.0' && crs === 'EPSG:4326';
    const description = `<GDAL_WMS><Service name="WMS"><Version>${version}</Version><ServerUrl>${service}</ServerUrl>
      <${version === '1.3.0' ? 'CRS' : 'SRS'}>${crs}</${version === '1.3.0' ? 'CRS' : 'SRS'}><ImageFormat>image/png</ImageFormat>
      <Transparent>TRUE</Transparent><Layers>${id}_polygons</Layers>${isSwapped ? '<BBoxOrder>yxYX</BBoxOrder>' : ''}</Service>
      <DataWindow><UpperLeftX>${minX}</UpperLeftX><UpperLeftY>${maxY}</UpperLeftY><LowerRightX>${maxX}</LowerRightX>
      <LowerRightY>${minY}</LowerRightY><SizeX>200</SizeX><SizeY>200</SizeY></DataWindow>
      <Projection>${crs}</Projection><BandsCount>4</BandsCount><BlockSizeX>100</BlockSizeX><BlockSizeY>100</BlockSizeY></GDAL_WMS>`;
    const file = join(folder, `${version}-${crs.slice(5)}.png`);
    await run('gdal_translate', ['-q', '-of', 'PNG', description, file]);
    const { at, width } = await readPixels(await readFile(file));
    expect(width).toBe(200);
    expect(at(20, 180)).toEqual(blue);
    expect(at(180, 20)).toEqual(red);
    expect(at(100, 100)).toEqual(clear);
    expect(at(20, 20)).toEqual(clear);
  });

  it.skipIf(!isThere)(
    'LOAD-08: gdal_translate reads the tiles, with an edge of two tiles in the image',
    async () => {
      const { origin } = new URL(service);
      const address = `${origin}/api/v1/tiles/${id}/1/\${z}/\${x}/\${y}.png`;
      const world = 20_037_508.342789244;
      const description = `<GDAL_WMS><Service name="TMS"><ServerUrl>${address}</ServerUrl></Service>
      <DataWindow><UpperLeftX>${-world}</UpperLeftX><UpperLeftY>${world}</UpperLeftY><LowerRightX>${world}</LowerRightX>
      <LowerRightY>${-world}</LowerRightY><TileLevel>18</TileLevel><TileCountX>1</TileCountX><TileCountY>1</TileCountY>
      <YOrigin>top</YOrigin></DataWindow><Projection>EPSG:3857</Projection><BlockSizeX>256</BlockSizeX>
      <BlockSizeY>256</BlockSizeY><BandsCount>4</BandsCount><Cache/></GDAL_WMS>`;
      const file = join(folder, 'tiles.png');
      const window = [left, bottom + sideM, left + sideM, bottom].map(String);
      await run(
        'gdal_translate',
        ['-q', '-of', 'PNG', '-projwin', ...window, '-outsize', '200', '200', description, file],
        {
          cwd: folder,
        },
      );
      const { at, width } = await readPixels(await readFile(file));
      expect(width).toBe(200);
      expect([at(20, 180), at(180, 20), at(100, 100), at(20, 20)]).toEqual([blue, red, clear, clear]);
    },
  );

  it.skipIf(!isThere)('gdal_translate takes a layer as gdalinfo names it', async () => {
    const { stdout } = await run('gdalinfo', [`WMS:${service}`]);
    const name = /SUBDATASET_\d+_NAME=(WMS:.*_polygons.*)/.exec(stdout)?.[1] ?? '';
    const file = join(folder, 'named.png');
    await run('gdal_translate', ['-q', '-of', 'PNG', '-outsize', '200', '0', name, file]);
    const { at, width, height } = await readPixels(await readFile(file));
    // GDAL asks for JPEG here, which is a little off.
    const [r = 0, , b = 255] = at(width - 5, 5);
    const [red2 = 255, , blue2 = 0] = at(5, height - 5);
    expect([r > 250, b < 5, red2 < 5, blue2 > 250]).toEqual([true, true, true, true]);
  });
});

/** Corners of the square with the objects; in a rotated reference system, of the square inside it. */
async function windowIn(crs: string): Promise<number[]> {
  const convert = (x: number, y: number) =>
    execFileSync('gdaltransform', ['-s_srs', 'EPSG:3857', '-t_srs', crs, '-output_xy'], {
      input: `${x} ${y}\n`,
    })
      .toString()
      .trim()
      .split(' ')
      .map(Number);
  return [...convert(left, bottom), ...convert(left + sideM, bottom + sideM)];
}
