import { createRequire } from 'node:module';
import type { MultiPolygon, Polygon, Position } from 'geojson';
import { feature, mesh } from 'topojson-client';
import type { GeometryCollection, GeometryObject, Topology } from 'topojson-specification';
import { clipRing } from '../../src/rendering/raster/clipRing.ts';
import { splitWhere } from './splitWhere.ts';
import { DATA_BOX, type GridBox, NEAR_BOX, toGrid, WORLD_BOX } from './worldGrid.ts';

type World = Topology<{ countries: GeometryCollection; land: GeometryCollection<object> }>;

/** Natural Earth 1:10 million (public domain). */
const require = createRequire(import.meta.url);
const world = require('world-atlas/countries-10m.json') as World;

/** ISO 3166 numbers of the countries whose borders come from OpenStreetMap: Belarus, Estonia, Latvia, Lithuania. */
const WITH_BETTER_BORDERS = new Set(['112', '233', '428', '440']);

/**
 * Reads the rings of the world's land in the finest grid: between `NEAR_BOX` and `DATA_BOX`, and outside `NEAR_BOX`.
 */
export function readWorldLand(): { near: number[][]; far: number[][] } {
  const land = feature(world, world.objects.land);
  const rings = land.features
    .flatMap(({ geometry }) => polygonsOf(geometry as Polygon | MultiPolygon))
    .flat()
    .flatMap((ring) => unwrap(ring.slice(1).map(toGrid)));
  const cut = (boxes: GridBox[]): number[][] =>
    boxes.flatMap((box) =>
      rings.map((ring) => [...clipRing(ring, box).ring]).filter((ring) => ring.length > 0),
    );
  return { near: cut(frameOf(NEAR_BOX, DATA_BOX)), far: cut(frameOf(WORLD_BOX, NEAR_BOX)) };
}

/** Reads the land borders in `NEAR_BOX` that the OpenStreetMap file lacks. Longitude and latitude. */
export function readNearBorders(): Position[][] {
  const borders = mesh(
    world,
    world.objects.countries,
    (a, b) => a !== b && !WITH_BETTER_BORDERS.has(idOf(a)) && !WITH_BETTER_BORDERS.has(idOf(b)),
  );
  const [west, north, east, south] = NEAR_BOX;
  return borders.coordinates.flatMap((line) =>
    splitWhere(line, (position) => {
      const [x, y] = toGrid(position);
      return x >= west && x <= east && y >= north && y <= south;
    }),
  );
}

/**
 * The file joins land across the antimeridian as on a globe. Here such a ring goes on past the world's edge, and comes
 * three times, so that what lies beyond one edge is found at the other. A ring around the pole (Antarctica) is closed
 * along the world's south edge.
 */
function unwrap(ring: readonly (readonly [number, number])[]): number[][] {
  const world = WORLD_BOX[2] - WORLD_BOX[0];
  const points: number[] = [];
  let turns = 0;
  let lastX = ring[0]?.[0] ?? 0;
  const turnTo = (x: number): void => {
    if (x - lastX > world / 2) turns--;
    else if (lastX - x > world / 2) turns++;
    lastX = x;
  };
  for (const [x, y] of ring) {
    turnTo(x);
    points.push(x + turns * world, y);
  }
  const firstX = points[0] ?? 0;
  turnTo(firstX);
  if (turns !== 0) {
    const south = WORLD_BOX[3];
    points.push(firstX + turns * world, points[1] ?? 0, firstX + turns * world, south, firstX, south);
  }
  return [-world, 0, world].map((shift) => points.map((value, i) => (i % 2 === 0 ? value + shift : value)));
}

const idOf = (country: GeometryObject): string => String(country.id);

export const polygonsOf = (geometry: Polygon | MultiPolygon): number[][][][] =>
  geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.coordinates;

/** Returns `outer` without `inner` as four boxes. */
function frameOf(outer: GridBox, inner: GridBox): GridBox[] {
  const [minX, minY, maxX, maxY] = outer;
  const [left, top, right, bottom] = inner;
  return [
    [minX, minY, left, maxY],
    [right, minY, maxX, maxY],
    [left, minY, right, top],
    [left, bottom, right, maxY],
  ];
}
