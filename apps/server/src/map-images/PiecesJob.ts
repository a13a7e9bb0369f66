import type { DrawingFormat } from './ImageFormat.ts';

/** One of the pictures that another is put together from. */
export interface Piece {
  /** Packed pixels (`rawPicture.ts`); empty when there is nothing to see. */
  readonly image: Uint8Array;
  /** Of its upper left corner; the picture may reach beyond the edges. */
  readonly left: number;
  readonly top: number;
  /** Half as large as it is, a square of so many pixels that takes away what lies beneath. */
  readonly halvedToPx?: number;
}

/** A picture put together from others, which replace what lies beneath; then brought to its size. */
export interface PiecesJob {
  readonly pieces: readonly Piece[];
  /** Of what is put together. */
  readonly canvasWidth: number;
  readonly canvasHeight: number;
  readonly width: number;
  readonly height: number;
  /** `#rrggbb`; undefined leaves it transparent. */
  readonly background: string | undefined;
  readonly format: DrawingFormat;
}
