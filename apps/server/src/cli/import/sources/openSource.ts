import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { createGunzip } from 'node:zlib';
import { type CsvColumns, readCsv } from './readCsv.ts';
import { readGeoJson } from './readGeoJson.ts';
import { readShapefile } from './readShapefile.ts';
import type { FeatureSource } from './SourceFeature.ts';

/**
 * Opens a file for one pass, by the ending of its name: .geojson, .json, .geojsonl, .ndjson, .geojsons, .csv (each also
 * with .gz) or .zip with a Shapefile.
 *
 * @throws Error for another ending, or a file that is not there.
 */
export async function openSource(path: string, columns: CsvColumns): Promise<FeatureSource> {
  const totalBytes = (
    await stat(path).catch((error: NodeJS.ErrnoException) => {
      throw error.code === 'ENOENT' ? new Error(`${path}: there is no such file.`) : error;
    })
  ).size;
  const ending = /\.([a-z]+)(\.gz)?$/i.exec(path);
  const kind = ending?.[1]?.toLowerCase();
  if (kind === 'zip') {
    const { features, projection } = await readShapefile(path);
    return { features, declaredCrs: () => projection, bytesRead: () => 0, totalBytes };
  }
  let bytes = 0;
  async function* read(): AsyncGenerator<Uint8Array> {
    const file = createReadStream(path, { highWaterMark: 1 << 18 });
    const counted = async function* () {
      for await (const chunk of file) {
        bytes += (chunk as Buffer).length;
        yield chunk as Buffer;
      }
    };
    if (!ending?.[2]) return yield* counted();
    const gunzip = createGunzip({ chunkSize: 1 << 18 });
    file.on('data', (chunk) => (bytes += chunk.length)).on('error', (error) => gunzip.destroy(error));
    yield* file.pipe(gunzip) as AsyncIterable<Buffer>;
  }
  const bytesRead = () => bytes;
  switch (kind) {
    case 'csv':
      return { features: readCsv(read(), columns), declaredCrs: () => undefined, bytesRead, totalBytes };
    case 'geojson':
    case 'json':
    case 'geojsonl':
    case 'geojsons':
    case 'ndjson':
    case 'jsonl': {
      const { features, declaredCrs } = readGeoJson(read());
      return { features, declaredCrs, bytesRead, totalBytes };
    }
    default:
      throw new Error(
        `${path}: .geojson, .json, .ndjson, .csv (each also .gz) and .zip (Shapefile) can be imported.`,
      );
  }
}
