import { MAX_ZOOM } from '@pgis/geo';
import { SIZE_PROPERTIES } from './sizeProperties.ts';

/** Patterns of STYLE-20, in this order and spelling. `none` and '' both mean no pattern. */
export const PATTERNS = [
  'none',
  'hatch',
  'cross',
  'dot',
  'circle',
  'square',
  'tile',
  'woven',
  'crosses',
  'caps',
  'nylon',
  'hexagon',
  'cemetry',
  'sand',
  'conglomerate',
  'gravel',
  'brick',
  'dolomite',
  'coal',
  'breccia',
  'clay',
  'flooded',
  'chaos',
  'grass',
  'swamp',
  'wave',
  'vine',
  'forest',
  'scrub',
  'tree',
  'pine',
  'pines',
  'rock',
  'rocks',
] as const;
export type PatternName = (typeof PATTERNS)[number];

/** Forms of STYLE-21, in this order and spelling. */
export const POINT_FORMS = [
  'none',
  'circle',
  'poi',
  'bubble',
  'marker',
  'coma',
  'shield',
  'blazon',
  'bookmark',
  'hexagon',
  'diamond',
  'triangle',
  'sign',
  'ban',
  'lozenge',
  'square',
] as const;
export type PointForm = (typeof POINT_FORMS)[number];

/** Positions of a label, from the top left to the bottom right; `auto` depends on the kind of geometry. */
export const LABEL_POSITIONS = [
  'auto',
  'top-left',
  'top',
  'top-right',
  'left',
  'center',
  'right',
  'bottom-left',
  'bottom',
  'bottom-right',
] as const;
export type LabelPosition = (typeof LABEL_POSITIONS)[number];

/** UTF-16 units of the name of a rule in one language. */
export const MAX_RULE_NAME_LENGTH = 100;

const MAX_LABEL_OFFSET_PX = 100;

export const LINE_STYLES = ['solid', 'dashed'] as const;
export const THEMES = ['none', 'species', 'volume', 'bonity', 'growth', 'contours'] as const;
export type ThemeName = (typeof THEMES)[number];

/** One property of a GeomStyle. Numbers beyond `min` and `max` are not saved; drawing limits older ones. */
export type StyleProperty = { readonly description: string } & (
  | { readonly type: 'text'; readonly default: string; readonly maxLength?: number }
  | { readonly type: 'color'; readonly default: string }
  /** A range of numbers as `parseRuleRange` reads it; '' for none. */
  | { readonly type: 'range'; readonly default: string }
  | { readonly type: 'boolean'; readonly default: boolean }
  | { readonly type: 'choice'; readonly default: string; readonly values: readonly string[] }
  | {
      readonly type: 'number';
      readonly default: number;
      readonly min: number;
      readonly max: number;
      readonly unit: string;
    }
);

/**
 * The properties of a GeomStyle, except `labelRules`, a list of styles. Types, defaults, checks and docs are derived
 * from here.
 */
export const STYLE_PROPERTIES = {
  pointIcon: {
    type: 'text',
    default: '',
    description:
      "Class name of the icon of a point: 'fa-trash' and 'far fa-bell' from Font Awesome, 'fg-compass' from font-gis; an unknown name draws no icon.",
  },
  pointColor: {
    type: 'color',
    default: 'blue',
    description: 'Colour of the icon, or of the dot where a point has neither icon nor form.',
  },
  pointSize: {
    type: 'number',
    default: 32,
    min: 0,
    max: 256,
    unit: 'px',
    description: 'Size of the icon; within a form it is drawn no larger than the form can hold.',
  },
  pointForm: {
    type: 'choice',
    default: 'none',
    values: POINT_FORMS,
    description: 'Background form behind the icon.',
  },
  pointRadius: {
    type: 'number',
    default: 17,
    min: 0,
    max: 128,
    unit: 'px',
    description:
      'Half the height of the background form; a point with neither icon nor form is a dot of a third of it.',
  },
  pointRotation: {
    type: 'number',
    default: 0,
    min: -Infinity,
    max: Infinity,
    unit: 'degrees clockwise',
    description: 'Turns form and icon about the place of the point.',
  },
  pointGradient: {
    type: 'boolean',
    default: false,
    description: 'The background form runs from a lighter tone at the top left to its colour.',
  },
  pointBgColor: { type: 'color', default: 'yellow', description: 'Colour of the background form.' },
  fillColor: { type: 'color', default: 'red', description: 'Colour inside polygons.' },
  lineColor: { type: 'color', default: 'green', description: 'Colour of lines and of polygon outlines.' },
  lineWidth: {
    type: 'number',
    default: 1,
    min: 0,
    max: 100,
    unit: 'px',
    description: 'Width of lines and outlines; 0 draws none.',
  },
  lineStyle: {
    type: 'choice',
    default: 'solid',
    values: LINE_STYLES,
    description: 'Solid, or dashed with 8 px of line and 8 px of gap.',
  },
  lineTransparency: {
    type: 'number',
    default: 1,
    min: 0,
    max: 1,
    unit: 'alpha',
    description: 'Alpha the line colour is multiplied with: 1 is opaque, 0 invisible.',
  },
  fillPattern: {
    type: 'choice',
    default: '',
    values: ['', ...PATTERNS],
    description: 'Pattern drawn over the fill of polygons.',
  },
  fillPatternColor: { type: 'color', default: 'cyan', description: 'Colour of the fill pattern.' },
  strokePattern: {
    type: 'choice',
    default: '',
    values: ['', ...PATTERNS],
    description: 'Pattern drawn over lines and outlines.',
  },
  linePatternColor: { type: 'color', default: 'magenta', description: 'Colour of the line pattern.' },
  labelEnabled: {
    type: 'boolean',
    default: true,
    description: 'Labels are drawn where their text is not empty.',
  },
  objLabel: {
    type: 'text',
    default: '',
    description: 'Label text with the placeholders {name}, {description} and {data.FIELD}.',
  },
  labelColor: { type: 'color', default: 'black', description: 'Colour of the label.' },
  labelSize: {
    type: 'number',
    default: 15,
    min: 0,
    max: 128,
    unit: 'px',
    description: 'Font size of the label; 0 draws none.',
  },
  labelFont: {
    type: 'text',
    default: 'Arial',
    description: 'Font family of the label; others stand in where it is missing.',
  },
  labelHaloColor: { type: 'color', default: 'white', description: 'Colour of the rim around the letters.' },
  labelHaloWidth: {
    type: 'number',
    default: 3,
    min: 0,
    max: 20,
    unit: 'px',
    description: 'Width of that rim, half of it outside the letters; 0 draws none.',
  },
  labelPosition: {
    type: 'choice',
    default: 'auto',
    values: LABEL_POSITIONS,
    description:
      "Side of a point, or of the middle of a polygon, on which the label lies; 'top' is above a line, 'bottom' below it, all others on it. 'auto' is below points, in polygons and above lines, and so is 'center' for a point.",
  },
  labelOffsetX: {
    type: 'number',
    default: 0,
    min: -MAX_LABEL_OFFSET_PX,
    max: MAX_LABEL_OFFSET_PX,
    unit: 'px',
    description: 'Moves the label to the right; without effect along lines.',
  },
  labelOffsetY: {
    type: 'number',
    default: 0,
    min: -MAX_LABEL_OFFSET_PX,
    max: MAX_LABEL_OFFSET_PX,
    unit: 'px',
    description: 'Moves the label down, or away from the upper side of a line.',
  },
  labelPriority: {
    type: 'number',
    default: 0,
    min: -5,
    max: 5,
    unit: 'rank',
    description: 'Of labels of a layer that would overlap, those with a higher number are drawn.',
  },
  labelMinZoom: {
    type: 'number',
    default: 0,
    min: 0,
    max: MAX_ZOOM,
    unit: 'zoom',
    description: 'Lowest zoom level with labels.',
  },
  labelMaxZoom: {
    type: 'number',
    default: MAX_ZOOM,
    min: 0,
    max: MAX_ZOOM,
    unit: 'zoom',
    description: 'Highest zoom level with labels.',
  },
  rule: {
    type: 'text',
    default: '',
    description:
      "Which objects a rule style is for: 'data.FIELD=VALUE', 'data.FIELD' for those without a value, 'Default' for all others.",
  },
  ruleKey: {
    type: 'text',
    default: '',
    description:
      "By what readers' browsers know a rule whose field has been renamed: the text it had first. Written by the server.",
  },
  ruleRange: {
    type: 'range',
    default: '',
    description:
      "Numbers a rule style is for, instead of the value in its rule: '[110,178)' from 110 up to but without 178, '[178,246]' with 246; a bound can be missing.",
  },
  ruleNameEn: {
    type: 'text',
    default: '',
    maxLength: MAX_RULE_NAME_LENGTH,
    description:
      'Name of a rule in the legend, in English. A missing name is replaced by the English one, by any other, else by the value in the rule.',
  },
  ruleNameRu: {
    type: 'text',
    default: '',
    maxLength: MAX_RULE_NAME_LENGTH,
    description: 'The same in Russian.',
  },
  ruleNameLv: {
    type: 'text',
    default: '',
    maxLength: MAX_RULE_NAME_LENGTH,
    description: 'The same in Latvian.',
  },
  minResolution: {
    type: 'number',
    default: 200,
    min: 0,
    max: Infinity,
    unit: 'm/px',
    description: 'Kept and returned, not applied.',
  },
  maxResolution: {
    type: 'number',
    default: 2000,
    min: 0,
    max: Infinity,
    unit: 'm/px',
    description: 'Kept and returned, not applied.',
  },
  theme: {
    type: 'choice',
    default: 'none',
    values: THEMES,
    description: 'Thematic style; with one of them the rules rest and the theme chooses colours.',
  },
  ...SIZE_PROPERTIES,
} as const satisfies Readonly<Record<string, StyleProperty>>;

type Table = typeof STYLE_PROPERTIES;
export type StylePropertyName = keyof Table;

type ValueOf<P> = P extends { type: 'number' }
  ? number
  : P extends { type: 'boolean' }
    ? boolean
    : P extends { type: 'choice'; values: readonly (infer V)[] }
      ? V
      : string;

/** A style in which every property has a value. */
export type StyleValues = { readonly [Name in StylePropertyName]: ValueOf<Table[Name]> };

/**
 * A style as saved: missing properties have their default. Keys this version does not know are kept beside the typed
 * ones.
 */
export type GeomStyle = Partial<StyleValues> & { readonly labelRules?: readonly GeomStyle[] };

/** The rule every layer style has (RULE-01). */
export const DEFAULT_RULE = 'Default';

export const MAX_STYLE_RULES = 200;

export const isStyleProperty = (name: string): name is StylePropertyName =>
  Object.hasOwn(STYLE_PROPERTIES, name);

/** Defaults of STYLE-13..18. */
export const STYLE_DEFAULTS = Object.fromEntries(
  Object.entries(STYLE_PROPERTIES).map(([name, property]) => [name, property.default]),
) as unknown as StyleValues;
