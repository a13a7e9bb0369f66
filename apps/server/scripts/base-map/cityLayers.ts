import { HALF_WORLD_M, toMercator } from '@pgis/geo';
import type { Position } from 'geojson';
import { smoothLine } from '../../src/features/base-map/draw/smoothLine.ts';
import type { MapCity, MapPart } from '../../src/features/base-map/MapAsset.ts';
import type { readSources } from './readSources.ts';

type Sources = ReturnType<typeof readSources>;

/** A cell is 0.3 m on the ground in Rīga: an eighth of a pixel at zoom 15. */
const GRID_BITS = 26;
const CELLS_PER_M = 2 ** GRID_BITS / (2 * HALF_WORLD_M);

/** Width classes by the weight of a street. */
const WIDTH_CLASSES = { 1: 3, 2: 2, 3: 1, 4: 1 } as const;

/** Width of the Daugava above Rīga as a line of the map, from which it grows to its own. */
const UPPER_WIDTH_M = 290;
const GROWTH_LENGTH_M = 4_000;

/** Returns the layers of Rīga as their sources have them: they are simplified already. */
export function listCityLayers({ builtUp, daugava, streets }: Sources): MapCity {
  const lines = (isTram: boolean): MapPart[] =>
    streets.features
      .filter(({ properties }) => (properties.class === 'tram') === isTram)
      .map(({ geometry, properties }) =>
        toPart(geometry.coordinates, isTram ? 0 : WIDTH_CLASSES[properties.weight]),
      );
  return {
    gridBits: GRID_BITS,
    layers: {
      builtUp: builtUp.features.flatMap(({ geometry }) =>
        geometry.coordinates.flatMap((rings) => rings.map((ring) => toPart(ring.slice(1), 0))),
      ),
      riverAreas: daugava.features.map(({ geometry, properties }) =>
        partOf(widen(geometry.coordinates, properties.width_m), 0),
      ),
      streets: lines(false),
      tramLines: lines(true),
    },
  };
}

const toPart = (line: readonly Position[], widthClass: number): MapPart =>
  partOf(line.flatMap(toMetres), widthClass);

/** EPSG:3857 from the world's north-west corner. */
function toMetres([lon = 0, lat = 0]: Position): [number, number] {
  const [x, y] = toMercator([lon, lat]);
  return [x + HALF_WORLD_M, HALF_WORLD_M - y];
}

const partOf = (metres: readonly number[], widthClass: number): MapPart => ({
  widthClass,
  points: Float64Array.from(metres, (value) => Math.round(value * CELLS_PER_M)),
  // The file does not contain the bounds; readers compute them.
  bounds: [0, 0, 0, 0],
});

/** Returns the ring of a river around its middle line, which begins upstream. */
function widen(line: readonly Position[], widthM: number): number[] {
  const lat = ((line[0]?.[1] ?? 0) * Math.PI) / 180;
  // Metres of the projection are longer than those on the ground.
  const scale = 1 / Math.cos(lat);
  const middle = smoothLine(Float64Array.from(line.flatMap(toMetres)), {
    isRing: false,
    rounds: 3,
    isFixed: () => false,
  });
  const left: number[] = [];
  const right: number[] = [];
  let lengthM = 0;
  for (let i = 0; i < middle.length; i += 2) {
    const [x, y] = [middle[i] as number, middle[i + 1] as number];
    const before = Math.max(i - 2, 0);
    const after = Math.min(i + 2, middle.length - 2);
    const dx = (middle[after] as number) - (middle[before] as number);
    const dy = (middle[after + 1] as number) - (middle[before + 1] as number);
    if (i > 0) lengthM += Math.hypot(x - (middle[i - 2] as number), y - (middle[i - 1] as number)) / scale;
    const growth = Math.min(lengthM / GROWTH_LENGTH_M, 1);
    const halfM = ((UPPER_WIDTH_M + growth * (widthM - UPPER_WIDTH_M)) / 2) * scale;
    const length = Math.hypot(dx, dy);
    left.push(x + (dy / length) * halfM, y - (dx / length) * halfM);
    right.push(x - (dy / length) * halfM, y + (dx / length) * halfM);
  }
  const back: number[] = [];
  for (let i = right.length - 2; i >= 0; i -= 2) back.push(right[i] as number, right[i + 1] as number);
  return [...left, ...back];
}
