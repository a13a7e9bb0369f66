/** Red, green and blue to 255, alpha to 1. */
export type Color = readonly [red: number, green: number, blue: number, alpha: number];

/** A colour as pixels take it, worked out once for each style. */
export interface Paint {
  /** The opaque pixel, as this machine's memory has its four bytes. */
  readonly word: number;
  /** From 0 to 1. */
  readonly opacity: number;
}

/** Parts that make up a whole pixel. */
export const FULL = 256;
export const FULL_BITS = 8;

/** Where a pixel is one number, alpha is its highest byte: so it is on all machines but a few. */
const isAlphaLast = new Uint8Array(new Uint32Array([1]).buffer)[0] === 1;
const [redShift, greenShift, blueShift, alphaShift] = isAlphaLast ? [0, 8, 16, 24] : [24, 16, 8, 0];

const EVENS = 0xff00ff;
const HALF_EVENS = 0x800080;

export const toPaint = ([red, green, blue, alpha]: Color): Paint => ({
  word: toWord(red, green, blue, 255),
  opacity: alpha >= 0.999 ? 1 : alpha,
});

const toWord = (red: number, green: number, blue: number, alpha: number): number =>
  ((red << redShift) | (green << greenShift) | (blue << blueShift) | (alpha << alphaShift)) >>> 0;

/** Lays a paint over a pixel that may have something in it, in so many parts of `FULL`. */
export function lay(beneath: number, above: number, parts: number): number {
  if (parts === FULL) return above;
  const alpha = (beneath >>> alphaShift) & 255;
  if (alpha === 255) return mix(beneath, above, parts);
  if (alpha === 0) return (above & ~(255 << alphaShift)) | (((255 * parts + 128) >>> 8) << alphaShift);
  const opacity = parts / FULL;
  const both = opacity + (alpha / 255) * (1 - opacity);
  const share = opacity / both;
  const channel = (shift: number) => {
    const under = (beneath >>> shift) & 255;
    return (under + (((above >>> shift) & 255) - under) * share + 0.5) | 0;
  };
  return toWord(channel(redShift), channel(greenShift), channel(blueShift), (255 * both + 0.5) | 0);
}

/** Of two opaque pixels the second in so many parts; every other byte at once. */
export function mix(beneath: number, above: number, parts: number): number {
  const rest = FULL - parts;
  const evens = Math.imul(beneath & EVENS, rest) + Math.imul(above & EVENS, parts) + HALF_EVENS;
  const odds =
    Math.imul((beneath >>> 8) & EVENS, rest) + Math.imul((above >>> 8) & EVENS, parts) + HALF_EVENS;
  return ((evens >>> 8) & EVENS) | (odds & ~EVENS);
}
