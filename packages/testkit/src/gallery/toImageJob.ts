import type { GeomStyle } from '@pgis/cartography';
import type { GalleryObject } from '@pgis/cartography/gallery';
import type { Extent } from '@pgis/geo';
import { gridSteps, type ImageJob } from '@pgis/server';
import { toTwkb } from './toTwkb.ts';

/** Upper left corner of an image, in the pixels of the objects (y downwards), and its size. */
export interface Window {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** Returns the job for the objects in a window; `origin` is the position of their 0, 0 on the map, a metre per CSS pixel. */
export function toImageJob(
  { style, objects }: { readonly style: GeomStyle; readonly objects: readonly GalleryObject[] },
  { left, top, width, height }: Window,
  { pixelRatio = 1, origin = [0, 0] }: { pixelRatio?: number; origin?: readonly [number, number] } = {},
): ImageJob {
  const [x, y] = [origin[0] + left, origin[1] - top];
  const extent: Extent = [x, y - height, x + width, y];
  const shift = { x: left, y: top };
  const step = 1 / pixelRatio / gridSteps;
  return {
    crs: 'EPSG:3857',
    extent,
    width: width * pixelRatio,
    height: height * pixelRatio,
    pixelRatio,
    background: undefined,
    format: 'png',
    geomStyle: JSON.stringify(style),
    hiddenRules: [],
    zIndex: 0,
    grid: { x, y, stepX: step, stepY: step },
    // A copy with a buffer of its own, which is transferred to the worker.
    geometries: new Uint8Array(
      Buffer.concat(objects.map(({ geometry }) => toTwkb(geometry, gridSteps * pixelRatio, shift))),
    ),
    data: JSON.stringify(objects.map(({ data }) => data ?? {})),
    labels: JSON.stringify(objects.map(({ label }) => label ?? '')),
  };
}
