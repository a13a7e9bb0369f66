import type { CreateCanvas } from './createCanvas.ts';

/** What has been drawn once and is handed out again, whichever rule or style asks for it. */
export type DrawnThings<T> = {
  /** The thing of that key, drawn where it is not there; each maker of canvases has its own. */
  find(createCanvas: CreateCanvas, key: string, draw: () => T): T;
  forget(): void;
};

/** Keeps the `most` that were drawn last, but for those that take too much room. */
export const keepDrawn = <T>(most: number, isSmall: (drawn: T) => boolean = () => true): DrawnThings<T> => {
  let kept = new WeakMap<CreateCanvas, Map<string, T>>();
  return {
    find: (createCanvas, key, draw) => {
      const things = kept.get(createCanvas) ?? new Map<string, T>();
      kept.set(createCanvas, things);
      const known = things.get(key);
      if (known !== undefined) return known;
      const drawn = draw();
      if (!isSmall(drawn)) return drawn;
      const [oldest] = things.keys();
      if (things.size >= most && oldest !== undefined) things.delete(oldest);
      things.set(key, drawn);
      return drawn;
    },
    forget: () => {
      kept = new WeakMap();
    },
  };
};
