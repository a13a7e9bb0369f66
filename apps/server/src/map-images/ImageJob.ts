import type { Extent } from '@pgis/geo';
import type { ImageFormat } from './ImageFormat.ts';
import type { ImageCrs } from './imageProjections.ts';
import type { LegendJob } from './LegendJob.ts';

/** Space around the image whose objects are drawn too: large points and labels reach in. */
export const renderBufferPx = 64;

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
  readonly format: ImageFormat;
  /** The saved style, JSON text. */
  readonly geomStyle: string;
  readonly zIndex: number;
  /** WKB geometries of EPSG:3857 behind each other, each led by its length as a little-endian uint32; in drawing order. */
  readonly geometries: Uint8Array<ArrayBuffer>;
  /** `data` of each object as JSON text, and its label; empty arrays where the style asks for neither. */
  readonly data: readonly string[];
  readonly labels: readonly string[];
}

export type DrawingJob = ImageJob | LegendJob;

/** The file. */
export type ImageAnswer = { readonly image: Uint8Array<ArrayBuffer> } | { readonly error: string };
