/** Red, green and blue from 0 to 255, alpha from 0 to 1. */
export type Color = readonly [red: number, green: number, blue: number, alpha: number];

/** A colour in the form that pixels take, computed once for each style. */
export interface Paint {
  /** The opaque pixel as one number, its four bytes in this machine's order. */
  readonly word: number;
  /** Opacity, 0 to 1. */
  readonly opacity: number;
}

/** Coverage of a whole pixel: coverage and opacity are counted in parts of it. */
export const FULL = 256;
export const FULL_BITS = 8;

/** True on little-endian machines, where alpha is the highest byte of a pixel read as one number. */
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

/** Composites an opaque pixel over another one (source-over) with an opacity of `parts` of `FULL`. */
export function blend(beneath: number, above: number, coverage: number): number {
  if (coverage === FULL) return above;
  const alpha = (beneath >>> alphaShift) & 255;
  if (alpha === 255) return lerp(beneath, above, coverage);
  if (alpha === 0) return (above & ~(255 << alphaShift)) | (((255 * coverage + 128) >>> 8) << alphaShift);
  const opacity = coverage / FULL;
  const both = opacity + (alpha / 255) * (1 - opacity);
  const share = opacity / both;
  const channel = (shift: number) => {
    const under = (beneath >>> shift) & 255;
    return (under + (((above >>> shift) & 255) - under) * share + 0.5) | 0;
  };
  return toWord(channel(redShift), channel(greenShift), channel(blueShift), (255 * both + 0.5) | 0);
}

/** Interpolates between two opaque pixels, `parts` of `FULL` of the second; computes two bytes in one multiplication. */
export function lerp(beneath: number, above: number, coverage: number): number {
  const rest = FULL - coverage;
  const evens = Math.imul(beneath & EVENS, rest) + Math.imul(above & EVENS, coverage) + HALF_EVENS;
  const odds =
    Math.imul((beneath >>> 8) & EVENS, rest) + Math.imul((above >>> 8) & EVENS, coverage) + HALF_EVENS;
  return ((evens >>> 8) & EVENS) | (odds & ~EVENS);
}
