import { findGeometryKind, type Geometry } from '../geometry/geometry.ts';
import { measureAreaM2 } from './measureArea.ts';
import { measureLengthM } from './measureLength.ts';

/** Returns the length of a line or the area of a polygon on the ellipsoid; neither for points. */
export function shapeSize(geometry: Geometry): { readonly lengthM?: number; readonly areaM2?: number } {
  const kind = findGeometryKind(geometry.type);
  if (kind === 'line') return { lengthM: measureLengthM(geometry) };
  return kind === 'polygon' ? { areaM2: measureAreaM2(geometry) } : {};
}
