import { type RawBuilder, sql } from 'kysely';

/**
 * RFC 7946 GeoJSON in lon/lat with counter-clockwise outer rings. For polygons only: ST_ForcePolygonCCW also
 * reverses lines (PostGIS 3.3).
 */
export const lonLatGeoJson = (geom: RawBuilder<unknown>, digits: number): RawBuilder<string> =>
  sql`ST_AsGeoJSON(ST_Transform(CASE ST_Dimension(${geom}) WHEN 2 THEN ST_ForcePolygonCCW(${geom}) ELSE ${geom} END, 4326),
    ${sql.lit(digits)})`;
