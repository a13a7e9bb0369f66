import type { Extent } from '@pgis/geo';
import type { ObjectKind } from '../../layers/ObjectKind.ts';
import type { ImageFormat } from './ImageFormat.ts';
import type { ImageCrs } from './imageProjections.ts';

/** A map of one layer as a caller asks for it, such as the parameters of a WMS GetMap. */
export interface ImageRequest {
  readonly crs: ImageCrs;
  /** Extent in the coordinate system of the image, x (east) first. */
  readonly extent: Extent;
  readonly width: number;
  readonly height: number;
  /** Image pixels per CSS pixel; 96 CSS pixels are an inch. */
  readonly pixelRatio: number;
  readonly kinds: readonly ObjectKind[];
  /** `#rrggbb`; undefined leaves the background transparent. */
  readonly background: string | undefined;
  readonly format: ImageFormat;
  /** Tokens of the rules that the user has switched off. */
  readonly hiddenRules: readonly string[];
}
