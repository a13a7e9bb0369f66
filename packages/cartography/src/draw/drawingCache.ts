import type { CanvasLike, CreateCanvas } from './createCanvas.ts';
import type { PointBox } from './drawPoint.ts';

/** Cache of drawings, shared by all rules and styles. */
export type DrawingCache<T> = {
  /** Returns the drawing of a key, drawing it when missing. Each `createCanvas` has its own entries. */
  getOrDraw(createCanvas: CreateCanvas, key: string, draw: () => T): T;
  clear(): void;
};

/**
 * Creates a cache of at most `maxEntries` drawings that drops the oldest; drawings that are not small are not cached.
 */
export const createDrawingCache = <T>(
  maxEntries: number,
  isSmall: (drawn: T) => boolean = () => true,
): DrawingCache<T> => {
  let caches = new WeakMap<CreateCanvas, Map<string, T>>();
  return {
    getOrDraw: (createCanvas, key, draw) => {
      const drawings = caches.get(createCanvas) ?? new Map<string, T>();
      caches.set(createCanvas, drawings);
      const cached = drawings.get(key);
      if (cached !== undefined) return cached;
      const drawn = draw();
      if (!isSmall(drawn)) return drawn;
      const [oldest] = drawings.keys();
      if (drawings.size >= maxEntries && oldest !== undefined) drawings.delete(oldest);
      drawings.set(key, drawn);
      return drawn;
    },
    clear: () => {
      caches = new WeakMap();
    },
  };
};

export type Sprite = { readonly canvas: CanvasLike; readonly box: PointBox };

/** 64 kB. */
const MAX_SPRITE_PIXELS = 128 * 128;

/**
 * Cache of point symbols. Sprites keep the glyphs they were drawn with, so it is cleared when icon fonts have loaded.
 */
export const sprites = createDrawingCache<Sprite>(
  300,
  ({ canvas }) => canvas.width * canvas.height <= MAX_SPRITE_PIXELS,
);
