import type { ShapeSize } from '@pgis/contract';
import { parseWkt, shapeSize } from '@pgis/geo';

/** Measures a shape as the server does when it saves one. */
export function sizeOfWkt(wkt: string): ShapeSize {
  const parsed = parseWkt(wkt);
  return parsed.ok ? shapeSize(parsed.geometry) : {};
}
