import { type Canvas, createCanvas, type SKRSContext2D } from '@napi-rs/canvas';
import type { GroundTile } from './GroundTile.ts';

/** One canvas for each size, drawn on again and again: read it before the next tile of that size. */
export class TileCanvases {
  readonly #canvases = new Map<number, Canvas>();

  /** Returns a transparent canvas on which a CSS pixel of the tile is one unit. */
  open({ sizePx, pixelRatio }: Pick<GroundTile, 'sizePx' | 'pixelRatio'>): SKRSContext2D {
    const px = sizePx * pixelRatio;
    const canvas = this.#canvases.get(px) ?? createCanvas(px, px);
    this.#canvases.set(px, canvas);
    const context = canvas.getContext('2d');
    context.setTransform(pixelRatio, 0, 0, pixelRatio, 0, 0);
    context.clearRect(0, 0, sizePx, sizePx);
    context.lineJoin = 'round';
    context.setLineDash([]);
    return context;
  }
}
