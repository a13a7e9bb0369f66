import type { SomeCanvas } from './createCanvas.ts';
import type { PointBox } from './drawPoint.ts';
import { keepDrawn } from './keepDrawn.ts';

export type Sprite = { readonly canvas: SomeCanvas; readonly box: PointBox };

/** 64 kB. */
const LARGEST_PX = 128 * 128;

/** Point symbols by what they look like. They keep the glyphs they were drawn with: forgotten when icon fonts come. */
export const sprites = keepDrawn<Sprite>(300, ({ canvas }) => canvas.width * canvas.height <= LARGEST_PX);
