import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { archivePath } from './archives.ts';

const run = promisify(execFile);
/** Folder in which Debian's package puts the configuration and the script for OpenMapTiles. */
const examples = '/usr/share/doc/tilemaker/examples';

/** Reason why tilemaker cannot run here; undefined when it can. */
export async function findTilemakerProblem(): Promise<string | undefined> {
  for (const command of ['tilemaker', 'ogr2ogr'])
    if (!(await run('which', [command]).catch(() => undefined))) return `${command} is not installed`;
  return existsSync(examples) ? undefined : `${examples} is missing`;
}

/** West, south, east and north of a sea that covers the western part of the extract. */
const [WEST, SOUTH, EAST, NORTH] = [9, 47, 9.518, 47.3];
const ring = [
  [WEST, SOUTH],
  [EAST, SOUTH],
  [EAST, NORTH],
  [WEST, NORTH],
  [WEST, SOUTH],
];
const sea = {
  type: 'Feature',
  properties: {},
  geometry: { type: 'Polygon', coordinates: [ring] },
};

/** Makes an archive of Vaduz with a coast, as docs/operations.md tells operators to, and returns its path. */
export async function runTilemaker(folder: string): Promise<string> {
  await mkdir(join(folder, 'coastline'));
  const cwd = folder;
  await writeFile(join(folder, 'sea.geojson'), JSON.stringify(sea));
  await run('ogr2ogr', ['coastline/water_polygons.shp', 'sea.geojson'], { cwd });
  const args = {
    input: archivePath('vaduz.osm.pbf'),
    output: 'vaduz.mbtiles',
    config: join(examples, 'config-openmaptiles.json'),
    process: join(examples, 'process-openmaptiles.lua'),
  };
  await run(
    'tilemaker',
    Object.entries(args).flatMap(([name, value]) => [`--${name}`, value]),
    { cwd },
  );
  return join(folder, args.output);
}
