import type { Feature, FeatureCollection, LineString, Polygon } from 'geojson';
import { feature } from 'topojson-client';
import { topology } from 'topojson-server';
import { planarRingArea, planarTriangleArea, presimplify, simplify } from 'topojson-simplify';
import type { GeometryCollection, Topology } from 'topojson-specification';
import { FINEST_GRID_BITS, type MapAsset, type MapPart } from '../../src/features/base-map/MapAsset.ts';

/** A ring without its closing point, or an open line: x0, y0, x1, y1 … in the finest grid. */
export interface SourcePart {
  readonly kind: 'ring' | 'line';
  readonly points: readonly number[];
  readonly widthClass?: number;
}

interface Detail {
  /** Details that are invisible at this zoom are left out. */
  readonly zoom: number;
  readonly gridBits: number;
  /** Rings smaller than this at the zoom are left out. */
  readonly minRingPx2?: number;
}

/**
 * Triangles (a point and its neighbours) below this area are invisible, even at two device pixels per pixel.
 */
const INVISIBLE_PX2 = 0.25;

type Parts = Topology<{ parts: GeometryCollection<{ widthClass: number }> }>;

/**
 * Returns the parts at any level of detail. It simplifies the topology instead of single rings (Visvalingam and
 * Whyatt), so that shared edges stay shared; points on a cut are kept.
 */
export function createSimplifier(parts: readonly SourcePart[], cuts: MapAsset['cuts']) {
  const collection: FeatureCollection = { type: 'FeatureCollection', features: parts.map(toFeature) };
  const weighted = presimplify(topology({ parts: collection }) as Parts, planarTriangleArea);
  const cutX = new Set(cuts.x);
  const cutY = new Set(cuts.y);
  for (const arc of weighted.arcs) {
    for (const point of arc) {
      if (cutX.has(point[0] ?? Number.NaN) || cutY.has(point[1] ?? Number.NaN))
        point[2] = Number.POSITIVE_INFINITY;
    }
  }

  return ({ zoom, gridBits, minRingPx2 = 0 }: Detail): MapPart[] => {
    const pixel = 2 ** (FINEST_GRID_BITS - zoom - 8);
    const simple = simplify(weighted, INVISIBLE_PX2 * pixel * pixel);
    return feature(simple, simple.objects.parts).features.flatMap(({ geometry, properties }) => {
      const isRing = geometry.type === 'Polygon';
      const line = isRing ? (geometry.coordinates[0] ?? []) : (geometry as LineString).coordinates;
      if (isRing && planarRingArea(line as [number, number][]) < minRingPx2 * pixel * pixel) return [];
      const points = toCells(line, 2 ** (FINEST_GRID_BITS - gridBits));
      if (isRing) points.splice(-2);
      return points.length >= (isRing ? 6 : 4) ? [toMapPart(points, properties.widthClass)] : [];
    });
  };
}

function toFeature({ kind, points, widthClass = 0 }: SourcePart): Feature<Polygon | LineString> {
  const line: [number, number][] = [];
  for (let i = 0; i < points.length; i += 2) line.push([points[i] ?? 0, points[i + 1] ?? 0]);
  const geometry: Polygon | LineString =
    kind === 'ring'
      ? { type: 'Polygon', coordinates: [[...line, line[0] ?? [0, 0]]] }
      : { type: 'LineString', coordinates: line };
  return { type: 'Feature', properties: { widthClass }, geometry };
}

/** Snaps points to a coarser grid and drops repeated cells. */
function toCells(line: readonly (readonly number[])[], cell: number): number[] {
  const points: number[] = [];
  for (const [x = 0, y = 0] of line) {
    const nextX = Math.round(x / cell);
    const nextY = Math.round(y / cell);
    if (points.length === 0 || nextX !== points.at(-2) || nextY !== points.at(-1)) points.push(nextX, nextY);
  }
  return points;
}

function toMapPart(points: readonly number[], widthClass: number): MapPart {
  // The file does not contain the bounds; readers compute them.
  return { widthClass, points: Float64Array.from(points), bounds: [0, 0, 0, 0] };
}
