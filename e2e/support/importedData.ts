import { createReadStream, existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { createGunzip } from 'node:zlib';

/** A file for `pgis import`, and the name of its layer. */
export interface ImportFile {
  readonly path: string;
  readonly layer: string;
  readonly nameField: string;
  readonly keyField: string;
}

type Position = readonly [lon: number, lat: number];

export interface ImportedData {
  /** True when the files are the real ones. */
  readonly isReal: boolean;
  /** Adds one point in a layer whose texts would do harm as HTML. */
  readonly single: ImportFile;
  readonly routes: ImportFile;
  readonly parcels: ImportFile & { readonly count: number };
}

/** More parcels than a view holds as vectors, all of them in view at zoom 10 around the centre. */
const parcelsExtent = { west: 24.7, south: 57.05, east: 25.8, north: 57.5 } as const;
export const parcelsCenter: Position = [25.25, 57.275];

const shared = join(import.meta.dirname, '../../../shared/data/latvia');
const realRoutes = join(shared, 'riga_public_transport_routes.geojson.gz');
const realParcels = join(shared, 'lv_parcels_derived_voronoi.geojson.gz');

const routesLayer = { layer: 'Riga routes', nameField: 'name', keyField: 'shape_id' } as const;
const parcelsLayer = { layer: 'Real parcels', nameField: 'nosaukums', keyField: 'kadastrs' } as const;

export const hostileHtml = '<img src=x onerror=alert(1)>';
/** Position in the gulf without other objects. */
export const singlePosition: Position = [23.2, 57.5];

async function writeSingle(folder: string): Promise<ImportFile> {
  const path = join(folder, 'single.geojsonl');
  await writeFile(
    path,
    feature({ key: '1', name: hostileHtml, [hostileHtml]: hostileHtml }, 'Point', singlePosition),
  );
  return { path, layer: hostileHtml, nameField: 'name', keyField: 'key' };
}

/**
 * Provides the real data where the machine has it, else generated data of the same size; writes the files to
 * `folder`.
 */
export async function provideImportedData(folder: string): Promise<ImportedData> {
  const single = await writeSingle(folder);
  const parcelsPath = join(folder, 'parcels.geojsonl');
  if (existsSync(realRoutes) && existsSync(realParcels)) {
    const parcels = await sliceOfParcels();
    await writeFile(parcelsPath, parcels.join('\n'));
    return {
      isReal: true,
      single,
      routes: { path: realRoutes, ...routesLayer },
      parcels: { path: parcelsPath, ...parcelsLayer, count: parcels.length },
    };
  }
  const routesPath = join(folder, 'routes.geojsonl');
  const parcels = generateParcels();
  await writeFile(routesPath, generateRoutes().join('\n'));
  await writeFile(parcelsPath, parcels.join('\n'));
  return {
    isReal: false,
    single,
    routes: { path: routesPath, ...routesLayer },
    parcels: { path: parcelsPath, ...parcelsLayer, count: parcels.length },
  };
}

/**
 * Returns the features of the file whose first vertex lies in the extent; the file has one feature per line.
 */
async function sliceOfParcels(): Promise<readonly string[]> {
  const { west, south, east, north } = parcelsExtent;
  const lines = createInterface({ input: createReadStream(realParcels).pipe(createGunzip()) });
  const slice: string[] = [];
  for await (const line of lines) {
    const [, lon, lat] = /"coordinates":\[+(-?[\d.]+),(-?[\d.]+)/.exec(line)?.map(Number) ?? [];
    if (lon === undefined || lat === undefined) continue;
    if (lon > west && lon < east && lat > south && lat < north) slice.push(line.replace(/,\s*$/, ''));
  }
  return slice;
}

const feature = (properties: Readonly<Record<string, string>>, type: string, coordinates: unknown): string =>
  JSON.stringify({ type: 'Feature', properties, geometry: { type, coordinates } });

function generateParcels(): readonly string[] {
  const { west, south, east, north } = parcelsExtent;
  const side = 85;
  const at = (column: number, row: number): Position => [
    west + ((east - west) * column) / side,
    south + ((north - south) * row) / side,
  ];
  return Array.from({ length: side * side }, (_, index) => {
    const [column, row] = [index % side, Math.floor(index / side)];
    const ring = [
      at(column, row),
      at(column + 0.9, row),
      at(column + 0.9, row + 0.9),
      at(column, row + 0.9),
      at(column, row),
    ];
    const kadastrs = String(32_000_000_000 + index);
    return feature({ kadastrs, nosaukums: `Parcel ${index + 1}` }, 'Polygon', [ring]);
  });
}

/** Generates routes with 225 vertices each, as many as a bus route has. */
function generateRoutes(): readonly string[] {
  return Array.from({ length: 40 }, (_, index) => {
    const turn = (2 * Math.PI * index) / 40;
    const coordinates = Array.from({ length: 225 }, (_, step): Position => {
      const way = 0.001 * step;
      const sway = 0.0007 * Math.sin(step / 3);
      return [
        24.1 + way * Math.cos(turn) - sway * Math.sin(turn),
        56.95 + 0.55 * (way * Math.sin(turn) + sway * Math.cos(turn)),
      ].map((value) => Number(value.toFixed(5))) as unknown as Position;
    });
    return feature(
      { shape_id: `made_up_${index}`, number: String(index + 1), name: `Route ${index + 1}` },
      'LineString',
      coordinates,
    );
  });
}
