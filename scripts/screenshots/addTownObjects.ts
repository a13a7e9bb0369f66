import { toMercator } from '@pgis/geo';
import { transport } from './Scene.ts';
import type { Stage } from './Stage.ts';

/** Layers of a contact sheet: parcels, lines and areas with labels, and points with icons. */
export const townLayers = [...transport, 'Protected areas', 'Parcels'];

/** Metres to the east and to the north of the middle of a town. */
type Offset = readonly [number, number];

const PARCEL_M = 60;
const PARCELS_ACROSS = 6;
const TILT = Math.PI / 9;
const uses = ['arable', 'meadow', 'housing', 'other'];
const pointLayers = ['Bus stops', 'Road damage', 'Street lighting', 'Illegal dumping'];

const turn = ([x, y]: Offset): Offset => [
  x * Math.cos(TILT) - y * Math.sin(TILT),
  x * Math.sin(TILT) + y * Math.cos(TILT),
];
/** A shift of up to a fifth of a parcel, the same at every run. */
const shift = (column: number, row: number): number => ((column * 7 + row * 13) % 5) * (PARCEL_M / 25);

function listParcels(): readonly (readonly Offset[])[] {
  const corner = (column: number, row: number): Offset =>
    turn([
      120 + column * PARCEL_M + shift(column, row),
      -PARCELS_ACROSS * 30 + row * PARCEL_M + shift(row, column),
    ]);
  return Array.from({ length: PARCELS_ACROSS ** 2 }, (_, index) => {
    const [column, row] = [index % PARCELS_ACROSS, Math.floor(index / PARCELS_ACROSS)];
    return [
      corner(column, row),
      corner(column + 1, row),
      corner(column + 1, row + 1),
      corner(column, row + 1),
      corner(column, row),
    ];
  });
}

const park: readonly Offset[] = [
  [-420, 60],
  [-250, 40],
  [-140, 170],
  [-210, 330],
  [-400, 300],
  [-420, 60],
];
const routes: readonly (readonly Offset[])[] = [
  [
    [-2_400, -900],
    [-900, -250],
    [-60, -40],
    [700, 420],
    [2_600, 900],
  ],
  [
    [-700, 2_300],
    [-180, 600],
    [20, -60],
    [320, -1_100],
    [260, -2_700],
  ],
];

/** Points on a spiral: near ones for large zooms, far ones for small zooms. */
const listPoints = (): readonly Offset[] =>
  Array.from({ length: 48 }, (_, index) => {
    const radiusM = 70 * 1.11 ** index;
    return [radiusM * Math.cos(index * 2.4), radiusM * Math.sin(index * 2.4)];
  });

/** Adds made-up objects around the middle of a town, as a user who may write to all layers. */
export async function addTownObjects({ objects }: Stage, lonLat: readonly [number, number]): Promise<void> {
  const [x, y] = toMercator(lonLat);
  const mercatorPerMetre = 1 / Math.cos((lonLat[1] * Math.PI) / 180);
  const toPath = (offsets: readonly Offset[]) =>
    offsets
      .map(([east, north]) => `${x + east * mercatorPerMetre} ${y + north * mercatorPerMetre}`)
      .join(',');
  for (const [index, parcel] of listParcels().entries())
    await objects.addObject('Parcels', {
      ...{ wkt: `POLYGON((${toPath(parcel)}))`, name: `Plot ${index + 1}` },
      data: { use: uses[(index * 5) % uses.length] ?? '' },
    });
  await objects.addObject('Protected areas', {
    wkt: `POLYGON((${toPath(park)}))`,
    name: 'Town park',
    data: {},
  });
  for (const [index, route] of routes.entries())
    await objects.addObject('Bus routes', {
      ...{ wkt: `LINESTRING(${toPath(route)})`, name: `Bus ${index + 3}` },
      data: { number: String(index + 3) },
    });
  for (const [index, point] of listPoints().entries())
    await objects.addObject(pointLayers[index % pointLayers.length] ?? '', {
      ...{ wkt: `POINT(${toPath([point])})`, name: `Point ${index + 1}` },
      data: index % 8 === 0 ? { shelter: 'yes' } : {},
    });
}
