import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Files of geometries beside GeoJSON, and the reason of a failure. */
const statements = [
  'ALTER TABLE report_exports DROP CONSTRAINT IF EXISTS report_exports_format_check',
  `ALTER TABLE report_exports ADD CONSTRAINT report_exports_format_check
     CHECK (format IN ('csv', 'xlsx', 'geojson', 'gpkg', 'shp', 'kml', 'dxf', 'gpx'))`,
  'ALTER TABLE report_exports ADD COLUMN IF NOT EXISTS problem text',
];

export const exportFormats: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};
