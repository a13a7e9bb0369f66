import { projectTo } from './crs/projectTo.ts';
import { dxf } from './formats/dxf.ts';
import { geoPackage } from './formats/geoPackage.ts';
import { gpx } from './formats/gpx.ts';
import { kml } from './formats/kml.ts';
import { shapefile } from './formats/shapefile.ts';
import type { VectorWriter } from './formats/VectorFile.ts';
import { type Feature, readFeatures } from './readFeatures.ts';
import { survey } from './survey.ts';
import type { VectorFormat, VectorRequest } from './VectorRequest.ts';

const writers: Readonly<Record<VectorFormat, VectorWriter>> = {
  gpkg: geoPackage,
  shp: shapefile,
  kml,
  gpx,
  dxf,
};

const PROGRESS_ROWS = 1_000;

/** Writes a file, blocking the thread. `onProgress` is called with the share of the work that is done. */
export async function writeInThread(
  request: VectorRequest,
  { rows, onProgress }: { readonly rows: number; readonly onProgress: (share: number) => void },
): Promise<void> {
  const writer = writers[request.format];
  const project = projectTo(request.crs);
  let read = 0;
  function* features(): Generator<Feature> {
    for (const feature of readFeatures(request.rowsPath, project)) {
      read += 1;
      if (read % PROGRESS_ROWS === 0) onProgress(read / (rows * writer.passes));
      yield feature;
    }
  }
  await writer.write({ request, features, survey: () => survey(features(), request.columns.length) });
}
