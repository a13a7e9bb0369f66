import { createCanvas, type SKRSContext2D } from '@napi-rs/canvas';
import { BASE_MAP_FONT } from './registerBaseMapFonts.ts';

export interface FontStyle {
  readonly sizePx: number;
  readonly weight: 400 | 600 | 700;
  readonly slant: 'normal' | 'italic';
  readonly letterSpacingPx: number;
}

/** Returns the width of a text in pixels. */
export type MeasureText = (text: string, style: FontStyle) => number;

/** Measures each text once per style: most labels look the same at many zooms. */
export function createRuler(): MeasureText {
  const context = createCanvas(1, 1).getContext('2d');
  const widths = new Map<string, number>();
  let current = '';
  return (text, style) => {
    const font = `${style.slant} ${style.weight} ${style.sizePx} ${style.letterSpacingPx}`;
    const key = `${font} ${text}`;
    const known = widths.get(key);
    if (known !== undefined) return known;
    // Setting a font costs more than measuring with it.
    if (font !== current) setFont(context, style);
    current = font;
    const { width } = context.measureText(text);
    if (widths.size >= MAX_CACHED_WIDTHS) widths.clear();
    widths.set(key, width);
    return width;
  };
}

/** About 20 MB; an archive of a country has many more names than the embedded map. */
const MAX_CACHED_WIDTHS = 100_000;

export function setFont(context: SKRSContext2D, { sizePx, weight, slant, letterSpacingPx }: FontStyle): void {
  context.letterSpacing = `${letterSpacingPx}px`;
  context.font = `${slant} ${weight} ${sizePx}px ${BASE_MAP_FONT}`;
}
