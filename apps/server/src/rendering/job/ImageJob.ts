import type { HeatColorName, Thinning } from '@pgis/cartography';
import type { Extent } from '@pgis/geo';
import type { OutputFormat } from './ImageFormat.ts';
import type { ImageCrs } from './imageProjections.ts';

/** CSS pixels around an image within which the labels of objects may reach into it. */
export const labelBufferPx = 256;

/** Steps of the geometry grid per pixel: rounding to it moves a vertex by at most 1/32 of a pixel. */
export const gridSteps = 16;

/** The grid of geometries in EPSG:3857: the position of 0, 0 and the size of a step to the right and downwards. */
export interface GeometryGrid {
  readonly x: number;
  readonly y: number;
  readonly stepX: number;
  readonly stepY: number;
}

export interface ImageCluster {
  readonly x: number;
  readonly y: number;
  readonly count: number;
}

/** A heat map of cells at a whole zoom; its objects are not among the geometries. */
export interface ImageHeat {
  readonly zoom: number;
  readonly radiusPx: number;
  readonly colors: HeatColorName;
  /** Heat that gets the last colour. */
  readonly many: number;
  /** Column, row and heat of each cell. */
  readonly cells: Float64Array;
}

/** Everything a worker needs to render one image; plain data, buffers are transferred. */
export interface ImageJob {
  readonly crs: ImageCrs;
  /** Extent in the coordinate system of the image, x (east) first; its pixels need not be squares. */
  readonly extent: Readonly<Extent>;
  readonly width: number;
  readonly height: number;
  /** Image pixels per CSS pixel: symbols and labels keep their size on paper and become sharper. */
  readonly pixelRatio: number;
  /** A CSS colour beneath everything; undefined leaves the background transparent. */
  readonly background: string | undefined;
  readonly format: OutputFormat;
  /** The saved style, JSON text. */
  readonly geomStyle: string;
  /** Thins symbols where the objects of the layer crowd; undefined draws as specified. */
  readonly thinning?: Thinning | undefined;
  /** Tokens of rules whose objects are left out. */
  readonly hiddenRules: readonly string[];
  /** Circles with counts, in pixels of the image; their points are not among the geometries. */
  readonly clusters?: readonly ImageCluster[] | undefined;
  readonly heat?: ImageHeat | undefined;
  readonly zIndex: number;
  /** Concatenated TWKB geometries, whole numbers on the grid, in drawing order. */
  readonly geometries: Uint8Array<ArrayBuffer>;
  readonly grid: GeometryGrid;
  /** The image is one of several that are put together: labels are placed where its neighbours place them, too. */
  readonly isTile?: boolean;
  /** JSON array with `data` of each object; undefined where the style reads no field. */
  readonly data: string | undefined;
  /** JSON array with the label of each object; undefined where the style has no labels. */
  readonly labels: string | undefined;
}
