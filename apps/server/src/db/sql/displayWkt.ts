import { resolutionFromZoom } from '@pgis/geo';
import { type RawBuilder, sql } from 'kysely';

/** Decimals of points, which are not simplified: a centimetre is less than a pixel at every zoom in use. */
const POINT_DECIMALS = 2;

/** Half a pixel in metres, which nobody can see at this zoom. */
const tolerance = (zoom: number): number => resolutionFromZoom(zoom) / 2;

/** Returns the decimals whose last digit is at most the tolerance: 0 down to zoom 16, 4 at zoom 28. */
const displayDecimals = (zoom: number): number => Math.max(0, Math.ceil(-Math.log10(tolerance(zoom))));

/**
 * WKT of `g.geom` for drawing at a zoom, never empty: lines and polygons without the vertices that lie within
 * half a pixel of the line between their neighbours (Douglas-Peucker; `true` keeps the smallest possible ring
 * or line of what is smaller than that). Such a shape may touch itself: it is drawn, never stored or
 * measured.
 */
export const displayWkt = (zoom: number): RawBuilder<string> => sql<string>`
  CASE WHEN g.kind = 1 THEN ST_AsText(g.geom, ${POINT_DECIMALS}::integer)
       ELSE ST_AsText(ST_Simplify(g.geom, ${tolerance(zoom)}::float8, true), ${displayDecimals(zoom)}::integer) END`;
