import type { Extent } from '@pgis/geo';
import type { DrawingFormat } from './ImageFormat.ts';
import type { ImageCrs } from './imageProjections.ts';
import type { LegendJob } from './LegendJob.ts';
import type { PiecesJob } from './PiecesJob.ts';

/** CSS pixels around an image whose objects may have labels that reach in. */
export const labelReachPx = 256;

/** Steps of the geometries' grid in a pixel: 1/32 of a pixel is as far as a vertex may be off. */
export const gridSteps = 16;

/** The grid of geometries in EPSG:3857: where 0, 0 lies, and how far a step is to the right and downwards. */
export interface GeometryGrid {
  readonly x: number;
  readonly y: number;
  readonly stepX: number;
  readonly stepY: number;
}

/** What a drawing worker needs for one image; plain data, buffers are handed over. */
export interface ImageJob {
  readonly crs: ImageCrs;
  /** In the system of the image, x (east) first; the pixels of the image need not be squares. */
  readonly extent: Readonly<Extent>;
  readonly width: number;
  readonly height: number;
  /** Pixels of the image a CSS pixel: symbols and labels keep their size on paper and become sharper. */
  readonly pixelRatio: number;
  /** A CSS colour beneath everything; undefined leaves the ground transparent. */
  readonly background: string | undefined;
  readonly format: DrawingFormat;
  /** The saved style, JSON text. */
  readonly geomStyle: string;
  /** Tokens of rules whose objects are left out. */
  readonly hiddenRules: readonly string[];
  readonly zIndex: number;
  /** TWKB geometries behind each other, whole numbers on the grid; in drawing order. */
  readonly geometries: Uint8Array<ArrayBuffer>;
  readonly grid: GeometryGrid;
  /** One of several that are put together: labels stand where its neighbours have them, too. */
  readonly isPart?: boolean;
  /** JSON arrays: `data` of each object, and its label; undefined where the style asks for none. */
  readonly data: string | undefined;
  readonly labels: string | undefined;
}

export type DrawingJob = ImageJob | LegendJob | PiecesJob;

/** A job on its way to a worker; whoever does not want it any more sets the first number of `stop`. */
export interface DrawingOrder {
  readonly job: DrawingJob;
  readonly stop: Int32Array;
}

/** The file. */
export type ImageAnswer = { readonly image: Uint8Array<ArrayBuffer> } | { readonly error: string };
