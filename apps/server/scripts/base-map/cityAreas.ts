import type { Position } from 'geojson';
import type { readSources } from './readSources.ts';
import type { Ring } from './rings.ts';
import { toGrid } from './worldGrid.ts';
import { polygonsOf } from './worldLand.ts';

/** Rīga has its built-up area instead. The source swaps the names of the city of Daugavpils and of the municipality around it. */
const CITIES = new Set([
  'Daugavpils municipality',
  'Jekabpils',
  'Jelgava',
  'Jurmala',
  'Liepaja',
  'Rezekne',
  'Ventspils',
]);

/** 1 150 cells are about 1.5 km at 57 N. */
const REACH_CELLS = 1_150;

/**
 * Returns the municipalities that are cities. Their coast is coarser than ours and would leave stripes of land
 * between a city and the sea, so it is moved outwards; the renderer clips at the sea.
 */
export function listCityAreas({ municipalities }: ReturnType<typeof readSources>): number[][] {
  const rings = municipalities.features.flatMap(({ geometry, properties }) =>
    polygonsOf(geometry).flatMap((polygon) => polygon.map((ring) => ({ ring, name: properties.name }))),
  );
  const edgeUses = new Map<string, number>();
  for (const { ring } of rings) {
    for (const [i, end] of ring.slice(1).entries()) {
      const key = edgeKey(ring[i], end);
      edgeUses.set(key, (edgeUses.get(key) ?? 0) + 1);
    }
  }
  // No city lies at the state border, so an edge without a neighbouring municipality is coast.
  const isCoast = (start: Position | undefined, end: Position | undefined): boolean =>
    edgeUses.get(edgeKey(start, end)) === 1;
  return rings.filter(({ name }) => CITIES.has(name)).map(({ ring }) => moveCoastOut(ring.slice(1), isCoast));
}

function moveCoastOut(
  ring: readonly Position[],
  isCoast: (start: Position | undefined, end: Position | undefined) => boolean,
): number[] {
  const points = ring.map(toGrid);
  const outwards = Math.sign(signedArea(points.flat()));
  const moved: number[] = [];
  for (const [i, [x, y]] of points.entries()) {
    const last = (i + ring.length - 1) % ring.length;
    const next = (i + 1) % ring.length;
    const fromSea = isCoast(ring[last], ring[i]);
    const toSea = isCoast(ring[i], ring[next]);
    if (!fromSea && !toSea) {
      moved.push(x, y);
      continue;
    }
    const [startX, startY] = points[fromSea ? last : i] ?? [x, y];
    const [endX, endY] = points[toSea ? next : i] ?? [x, y];
    const length = Math.hypot(endX - startX, endY - startY) || 1;
    const outX = Math.round(x + (((endY - startY) * outwards) / length) * REACH_CELLS);
    const outY = Math.round(y - (((endX - startX) * outwards) / length) * REACH_CELLS);
    if (!fromSea) moved.push(x, y);
    moved.push(outX, outY);
    if (!toSea) moved.push(x, y);
  }
  return moved;
}

function signedArea(ring: Ring): number {
  let area = 0;
  for (let i = 0; i < ring.length; i += 2) {
    const next = (i + 2) % ring.length;
    area += (ring[i] ?? 0) * (ring[next + 1] ?? 0) - (ring[next] ?? 0) * (ring[i + 1] ?? 0);
  }
  return area;
}

const edgeKey = (start: Position | undefined, end: Position | undefined): string =>
  [String(start), String(end)].sort().join(' ');
