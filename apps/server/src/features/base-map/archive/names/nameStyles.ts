import { type BaseMapScheme, baseMapColors } from '../../draw/baseMapColors.ts';
import type { FontStyle } from '../../draw/labels/textRuler.ts';
import { pxAt, type Stops } from '../draw/groundStyle.ts';
import type { NameClass } from '../schema/MapName.ts';

export type NameColor = 'label' | 'smallLabel' | 'roadLabel' | 'waterLabel' | 'shieldText';

interface NameClassStyle {
  /** Names of a smaller number are placed first. */
  readonly priority: number;
  readonly minZoom: number;
  /** The last zoom; none: all further zooms. */
  readonly maxZoom?: number;
  readonly sizePx: Stops;
  readonly weight: FontStyle['weight'];
  readonly slant?: 'italic';
  readonly letterSpacingPx?: number;
  readonly isUpperCase?: boolean;
  readonly color: NameColor;
  /** Width of the stroke around the letters, half of which lies outside them; a shield has none. */
  readonly haloPx: number;
}

/** Names by class; sizes are CSS pixels by zoom of tiles of 256 px, linear between the stops. */
export const nameStyles: Readonly<Record<NameClass, NameClassStyle>> = {
  country: {
    priority: -1,
    minZoom: 3,
    maxZoom: 7,
    sizePx: { 3: 11, 6: 13 },
    weight: 600,
    letterSpacingPx: 2,
    isUpperCase: true,
    color: 'smallLabel',
    haloPx: 3,
  },
  city: {
    priority: 0,
    minZoom: 5,
    maxZoom: 15,
    sizePx: { 5: 11, 8: 14, 10: 17, 12: 20, 15: 22 },
    weight: 700,
    color: 'label',
    haloPx: 3.5,
  },
  town: {
    priority: 1,
    minZoom: 8,
    maxZoom: 15,
    sizePx: { 8: 11, 10: 12.5, 12: 14.5, 15: 17 },
    weight: 600,
    color: 'label',
    haloPx: 3,
  },
  village: {
    priority: 2,
    minZoom: 10,
    maxZoom: 16,
    sizePx: { 10: 10.5, 12: 11.5, 14: 13, 16: 14 },
    weight: 600,
    color: 'label',
    haloPx: 3,
  },
  district: {
    priority: 3,
    minZoom: 11,
    maxZoom: 16,
    sizePx: { 11: 10.5, 13: 11.5, 16: 12.5 },
    weight: 400,
    letterSpacingPx: 0.3,
    color: 'smallLabel',
    haloPx: 3,
  },
  hamlet: {
    priority: 4,
    minZoom: 13,
    sizePx: { 13: 10.5, 15: 11.5, 18: 12.5 },
    weight: 400,
    color: 'smallLabel',
    haloPx: 3,
  },
  water: {
    priority: 5,
    minZoom: 10,
    sizePx: { 10: 10.5, 14: 12, 18: 13 },
    weight: 400,
    slant: 'italic',
    color: 'waterLabel',
    haloPx: 2.5,
  },
  shield: {
    priority: 6,
    minZoom: 9,
    maxZoom: 16,
    sizePx: { 9: 9, 14: 10 },
    weight: 600,
    color: 'shieldText',
    haloPx: 0,
  },
  roadMain: {
    priority: 6.5,
    minZoom: 13,
    sizePx: { 13: 10, 15: 11, 17: 12.5 },
    weight: 400,
    color: 'roadLabel',
    haloPx: 3,
  },
  roadMid: {
    priority: 7,
    minZoom: 14,
    sizePx: { 14: 10, 16: 11, 18: 12 },
    weight: 400,
    color: 'roadLabel',
    haloPx: 3,
  },
  roadMinor: {
    priority: 7.5,
    minZoom: 15,
    sizePx: { 15: 9.5, 16: 10.5, 18: 11.5 },
    weight: 400,
    color: 'roadLabel',
    haloPx: 2.5,
  },
  waterway: {
    priority: 8,
    minZoom: 13,
    sizePx: { 13: 10, 18: 12 },
    weight: 400,
    slant: 'italic',
    color: 'waterLabel',
    haloPx: 2.5,
  },
  farm: {
    priority: 9,
    minZoom: 14,
    sizePx: { 14: 10, 18: 11 },
    weight: 400,
    color: 'smallLabel',
    haloPx: 2.5,
  },
  house: {
    priority: 10,
    minZoom: 17,
    sizePx: { 17: 9, 18: 10 },
    weight: 400,
    color: 'smallLabel',
    haloPx: 2,
  },
};

/** Sizes of text do not grow past this zoom, unlike widths of lines. */
const LAST_ZOOM = 18;

export const isNameVisible = (nameClass: NameClass, zoom: number): boolean =>
  zoom >= nameStyles[nameClass].minZoom && zoom <= (nameStyles[nameClass].maxZoom ?? Infinity);

/** Returns the font of a class at a zoom; sizes are multiples of half a pixel. */
export function fontAt(nameClass: NameClass, zoom: number): FontStyle {
  const { sizePx, weight, slant = 'normal', letterSpacingPx = 0 } = nameStyles[nameClass];
  const size = pxAt(sizePx, Math.min(zoom, LAST_ZOOM));
  return { sizePx: Math.round(size * 2) / 2, weight, slant, letterSpacingPx };
}

interface NameColors extends Readonly<Record<NameColor, string>> {
  readonly halo: string;
  readonly shield: string;
  readonly shieldLine: string;
}

const { light, dark } = baseMapColors;

export const nameColors: Readonly<Record<BaseMapScheme, NameColors>> = {
  light: {
    label: light.label,
    smallLabel: light.smallLabel,
    roadLabel: '#55606a',
    waterLabel: light.waterLabel,
    shieldText: '#5b4c0d',
    halo: light.halo,
    shield: '#fbe7bd',
    shieldLine: '#dbbf83',
  },
  dark: {
    label: dark.label,
    smallLabel: dark.smallLabel,
    roadLabel: '#c0cad1',
    waterLabel: dark.waterLabel,
    shieldText: '#f0ddb0',
    halo: dark.halo,
    shield: '#4a4434',
    shieldLine: '#6a5f45',
  },
};
