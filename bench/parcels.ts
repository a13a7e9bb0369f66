import { fileURLToPath } from 'node:url';
import type { Database } from '@pgis/server';
import { type ImportResult, importFile } from '../apps/server/src/cli/import/importFile.ts';

/** File of the real parcels, where it exists beside the repository. */
export const parcelsFile = fileURLToPath(
  new URL('../../shared/data/latvia/lv_parcels_derived_voronoi.geojson.gz', import.meta.url),
);
export const parcelCount = 78_099;

/** Imports all parcels into a new public layer; throws unless all are there. */
export async function importParcels(
  database: Database,
  { layer, keyField }: { readonly layer: string; readonly keyField?: 'kadastrs' },
): Promise<ImportResult> {
  const result = await importFile(database, {
    ...{ path: parcelsFile, layer, group: 'Bench', nameField: 'nosaukums', keyField },
    ...{ truncate: false, atomic: false, append: false, isPublic: true },
  });
  if (result.added !== parcelCount) throw new Error(`${result.added} of ${parcelCount} parcels were added`);
  return result;
}
