import type { Canvas } from '@napi-rs/canvas';

/** Pixels of a finished image: red, green, blue and alpha, not premultiplied. */
export interface RenderedImage {
  readonly width: number;
  readonly height: number;
  readonly pixels: Uint8ClampedArray;
}

export function readCanvas(canvas: Canvas): RenderedImage {
  const { width, height } = canvas;
  return { width, height, pixels: canvas.getContext('2d').getImageData(0, 0, width, height).data };
}
