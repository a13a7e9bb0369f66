import { type Extent, findGeometryKind, type Geometry, listPaths, type Position } from '@pgis/geo';

export type ShapePath =
  | { readonly kind: 'point'; readonly x: number; readonly y: number }
  | { readonly kind: 'line' | 'area'; readonly d: string };

interface Box {
  readonly width: number;
  readonly height: number;
}

const MARGIN = 10;
const rounded = (value: number): number => Math.round(value * 10) / 10;

/** Projects map metres to pixels of a box that holds all extents, north up. */
function toPixels(
  extents: readonly Extent[],
  { width, height }: Box,
): (position: Position) => [number, number] {
  const minX = Math.min(...extents.map((extent) => extent[0]));
  const minY = Math.min(...extents.map((extent) => extent[1]));
  const maxX = Math.max(...extents.map((extent) => extent[2]));
  const maxY = Math.max(...extents.map((extent) => extent[3]));
  const scale = Math.min(
    (width - 2 * MARGIN) / Math.max(maxX - minX, 1e-6),
    (height - 2 * MARGIN) / Math.max(maxY - minY, 1e-6),
  );
  const centre = [(minX + maxX) / 2, (minY + maxY) / 2] as const;
  return ([x, y]) => [
    rounded(width / 2 + (x - centre[0]) * scale),
    rounded(height / 2 - (y - centre[1]) * scale),
  ];
}

/** SVG paths of a shape; a polygon is one path, so that its holes stay empty. */
export function toShapePaths(geometry: Geometry, extents: readonly Extent[], box: Box): readonly ShapePath[] {
  const pixelOf = toPixels(extents, box);
  const kind = findGeometryKind(geometry.type);
  const paths = listPaths(geometry);
  if (kind === 'point')
    return paths.flat().map((position) => {
      const [x, y] = pixelOf(position);
      return { kind: 'point', x, y };
    });
  const lines = paths.map((path) => `M${path.map((position) => pixelOf(position).join(' ')).join('L')}`);
  return kind === 'polygon'
    ? [{ kind: 'area', d: lines.map((line) => `${line}Z`).join('') }]
    : lines.map((d) => ({ kind: 'line', d }));
}
