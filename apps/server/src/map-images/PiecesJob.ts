import type { ImageFormat } from './ImageFormat.ts';

/** A picture put together from others, which replace what lies beneath; then brought to its size. */
export interface PiecesJob {
  readonly pieces: readonly {
    /** A file, without which the place stays empty. */
    readonly image: Uint8Array;
    /** Of its upper left corner; the picture may reach beyond the edges. */
    readonly left: number;
    readonly top: number;
  }[];
  /** Of what is put together. */
  readonly canvasWidth: number;
  readonly canvasHeight: number;
  readonly width: number;
  readonly height: number;
  /** `#rrggbb`; undefined leaves it transparent. */
  readonly background: string | undefined;
  readonly format: ImageFormat;
}
