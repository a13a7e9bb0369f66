import type { Geometry, Position } from '@pgis/geo';
import type { GeomStyle } from '../../src/index.ts';

/** An object of a cell; positions are pixels from its top left corner, downwards. */
export type GalleryObject = {
  readonly geometry: Geometry;
  readonly data?: Readonly<Record<string, string>>;
  readonly label?: string;
};

/** One style and its objects: a layer of its own. */
export type GalleryCell = {
  readonly caption: string;
  readonly style: GeomStyle;
  readonly objects: readonly GalleryObject[];
};

export const INK = 'rgba(40,80,64,1)';

export const ring = (x: number, y: number, width: number, height: number): Position[] => [
  [x, y],
  [x, y + height],
  [x + width, y + height],
  [x + width, y],
  [x, y],
];
export const polygon = (...coordinates: Position[][]): Geometry => ({ type: 'Polygon', coordinates });
export const sheet = (x: number, y: number, width: number, height: number): Geometry =>
  polygon(ring(x, y, width, height));
export const point = (x: number, y: number): Geometry => ({ type: 'Point', coordinates: [x, y] });
export const line = (...coordinates: Position[]): Geometry => ({ type: 'LineString', coordinates });
export const label = (text: string, geometry: Geometry): GalleryObject => ({ geometry, label: text });
