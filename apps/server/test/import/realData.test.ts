import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { addActors, describeOnEachDatabase } from '@pgis/testkit';
import { beforeAll, expect, it } from 'vitest';
import { importFile } from '../../src/cli/import/importFile.ts';
import type { BrokenFeature } from '../../src/importing/sources/SourceFeature.ts';

const shared = fileURLToPath(new URL('../../../../../shared/data/', import.meta.url));

/** In a file and a database of their own: after many thousand objects every import on the embedded engine is slow. */
describeOnEachDatabase('Import of real data', (getDatabase) => {
  let company: string;
  beforeAll(async () => {
    company = String((await addActors(getDatabase(), 'Importer')).companyId);
  });

  const run = async (name: string, layer: string, nameField?: string) => {
    const problems: BrokenFeature[] = [];
    const result = await importFile(
      getDatabase(),
      {
        ...{ path: join(shared, 'latvia', name), layer, group: 'Imported', company, nameField },
        ...{ truncate: false, atomic: false, append: false, isPublic: false },
      },
      { onBroken: (one) => problems.push(one) },
    );
    return { ...result, problems };
  };

  it.runIf(existsSync(shared)).each([
    { path: 'lv_osm_places_2019.geojson.gz', total: 79_183, nameField: 'name' },
    { path: 'riga_public_transport_routes.geojson.gz', total: 318, nameField: 'name' },
    { path: 'lv_eurocrops_fields_2021_sample.geojson', total: 100, nameField: undefined },
    { path: 'lv_eurocrops_fields_2021_sample_shp.zip', total: 100, nameField: undefined },
  ])(
    'accounts for each of the $total features of $path',
    async ({ path, total, nameField }) => {
      const result = await run(path, `Whole ${path}`, nameField);
      expect(result).toMatchObject({ total, updated: 0, unchanged: 0, stopped: false });
      expect(result.added + result.broken).toBe(total);
      expect(result.problems).toHaveLength(result.broken);
      const { rows } = await getDatabase().pool.query(
        'SELECT count(*)::integer AS stored FROM geoms WHERE class_id = $1',
        [result.layerId],
      );
      expect(rows).toEqual([{ stored: result.added }]);
    },
    120_000,
  );

  it.runIf(existsSync(shared))(
    'the Shapefile in LKS-92 and the GeoJSON of the same fields lie in the same places',
    async () => {
      const geojson = await run('lv_eurocrops_fields_2021_sample.geojson', 'Fields GeoJSON');
      const shapefile = await run('lv_eurocrops_fields_2021_sample_shp.zip', 'Fields Shapefile');
      expect(geojson.added + geojson.broken).toBe(100);
      expect(shapefile.added + shapefile.broken).toBe(100);
      const { rows } = await getDatabase().pool.query(
        `SELECT count(*)::integer AS pairs, max(ST_HausdorffDistance(a.geom, b.geom)) AS apart FROM geoms a JOIN geoms b
         ON a.data ->> 'PARCEL_ID' = b.data ->> 'PARCEL_ID' AND a.data ->> 'OBJECTID' = b.data ->> 'OBJECTID'
       WHERE a.class_id = $1 AND b.class_id = $2`,
        [geojson.layerId, shapefile.layerId],
      );
      expect(rows[0].pairs).toBeGreaterThan(80);
      // Coordinates of the GeoJSON have six decimals: a decimetre, twice that in EPSG:3857.
      expect(rows[0].apart).toBeLessThan(0.5);
    },
  );
});
