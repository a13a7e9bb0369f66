import { join } from 'node:path';
import { migrateToLatest, openDatabase } from '@pgis/server';
import { type ServerProcess, startServerProcess } from '@pgis/testkit';
import type { BenchServer } from '../benchDatabase.ts';
import { geomStyle } from '../images/mapServer.ts';
import { addGrids } from '../overview/polygons.ts';
import { waitUntilSeeded } from '../overview/waitUntilSeeded.ts';

/** View on the grids; they fill the centre of the screen. */
export const view = {
  center: [2_900_000, 7_750_000],
  zoom: 8,
  resolution: 156_543.033_906_25 / 2 ** 8,
} as const;
/**
 * Size in pixels of the view: smaller than the map by more than a drag on each side, so that all of it stays in view.
 */
const [width, height] = [760, 560];

interface Cells {
  readonly columns: number;
  readonly rows: number;
}

/** Starts a server with a layer for each grid, whose tiles are seeded. */
export async function startGrids(
  bench: BenchServer,
  dataDir: string,
  cells: readonly Cells[],
): Promise<{ readonly server: ServerProcess; readonly layerIds: readonly number[] }> {
  const databaseUrl = await bench.addDatabase();
  const database = await openDatabase({ databaseUrl, dataDir });
  await migrateToLatest(database);
  const { center, resolution } = view;
  const place = {
    left: center[0] - (width / 2) * resolution,
    top: center[1] + (height / 2) * resolution,
    width: width * resolution,
    height: height * resolution,
  };
  const grids = cells.map((one) => ({ ...place, ...one }));
  const layerIds = await addGrids(database, geomStyle(), grids);
  await database.close();
  const env = { DATABASE_URL: databaseUrl, DATA_DIR: dataDir, LOG_LEVEL: 'silent' };
  const server = await startServerProcess(env);
  console.log('the polygons are there');
  await waitUntilSeeded(join(dataDir, 'cache', 'images'));
  console.log('their pictures are drawn');
  return { server, layerIds };
}
