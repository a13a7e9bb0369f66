import { CSS_COLOR_NAMES } from './cssColorNames.ts';

/** `[red, green, blue, alpha]`: whole numbers 0 to 255, alpha 0 to 1; the shape of an ol colour. */
export type Rgba = readonly [number, number, number, number];

const HEX = /^[0-9a-f]+$/;
const NUMBER = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/;
const FUNCTION = /^rgba?\(([^()]*)\)$/;

const clamp = (value: number, max: number): number => Math.min(max, Math.max(0, value));
const toAlpha = (value: number): number => Math.round(clamp(value, 1) * 1000) / 1000;

const parseHex = (digits: string): Rgba | undefined => {
  if (!HEX.test(digits)) return undefined;
  const size = digits.length < 6 ? 1 : 2;
  if (digits.length !== 3 * size && digits.length !== 4 * size) return undefined;
  const channel = (index: number): number => {
    const part = digits.slice(index * size, (index + 1) * size);
    return Number.parseInt(size === 1 ? part + part : part, 16);
  };
  const alpha = digits.length === 4 * size ? toAlpha(channel(3) / 255) : 1;
  return [channel(0), channel(1), channel(2), alpha];
};

/** Parses a number or a percentage of `whole`. */
const parseAmount = (text: string, whole: number): number | undefined => {
  const isPercent = text.endsWith('%');
  const digits = isPercent ? text.slice(0, -1) : text;
  if (!NUMBER.test(digits)) return undefined;
  return isPercent ? (Number(digits) / 100) * whole : Number(digits);
};

const parseFunction = (inner: string): Rgba | undefined => {
  const parts = inner.includes(',') ? inner.split(',') : inner.replace('/', ' ').trim().split(/\s+/);
  if (parts.length < 3 || parts.length > 4) return undefined;
  const [red, green, blue] = parts.slice(0, 3).map((part) => parseAmount(part.trim(), 255));
  const alpha = parts[3] === undefined ? 1 : parseAmount(parts[3].trim(), 1);
  if (red === undefined || green === undefined || blue === undefined || alpha === undefined) return undefined;
  const channel = (value: number): number => Math.round(clamp(value, 255));
  return [channel(red), channel(green), channel(blue), toAlpha(alpha)];
};

/**
 * Parses CSS names, `transparent`, #rgb, #rgba, #rrggbb, #rrggbbaa, rgb() and rgba(); undefined for other texts.
 */
export const parseColor = (text: string): Rgba | undefined => {
  const color = text.trim().toLowerCase();
  if (color === 'transparent') return [0, 0, 0, 0];
  if (color.startsWith('#')) return parseHex(color.slice(1));
  const inner = FUNCTION.exec(color)?.[1];
  if (inner !== undefined) return parseFunction(inner);
  const named = CSS_COLOR_NAMES.get(color);
  return named === undefined ? undefined : parseHex(named);
};

/** Returns the form in which styles are saved: `rgba(48,138,105,0.42)` (STYLE-12). */
export const toRgba = ([red, green, blue, alpha]: Rgba): string => `rgba(${red},${green},${blue},${alpha})`;

/** Returns the colour with its alpha multiplied by `factor`. */
export const fadeColor = ([red, green, blue, alpha]: Rgba, factor: number): Rgba => [
  red,
  green,
  blue,
  toAlpha(alpha * factor),
];

/** Interpolates linearly: `share` 0 gives `color`, 1 gives `other`; alpha stays that of `color`. */
export const lerpColors = (color: Rgba, other: Rgba, share: number): Rgba => {
  const lerp = (i: 0 | 1 | 2): number => Math.round(color[i] + (other[i] - color[i]) * share);
  return [lerp(0), lerp(1), lerp(2), color[3]];
};
