import WKT from 'ol/format/WKT.js';
import type Geometry from 'ol/geom/Geometry.js';

const format = new WKT();

/**
 * Geometry for drawing. ol's reader and not the WKT gate of `@pgis/geo`: a polygon simplified for display may have
 * collapsed to less than a ring, and is still worth its pixel. null when the text is no geometry at all.
 */
export function readGeometry(wkt: string): Geometry | null {
  try {
    return format.readGeometry(wkt);
  } catch {
    return null;
  }
}
