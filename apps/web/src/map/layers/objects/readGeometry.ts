import WKT from 'ol/format/WKT.js';
import type Geometry from 'ol/geom/Geometry.js';

const format = new WKT();

/**
 * Reads a geometry for drawing. Uses ol's reader and not the WKT parser of `@pgis/geo`: a polygon simplified for
 * display may have collapsed to less than a ring, and is still drawn. Returns null if the text is no geometry at all.
 */
export function readGeometry(wkt: string): Geometry | null {
  try {
    return format.readGeometry(wkt);
  } catch {
    return null;
  }
}
