import type { Ruleset } from '@pgis/conditions';
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
export type StyleProperty =
  | { readonly type: 'text'; readonly default: string; readonly maxLength?: number }
  | { readonly type: 'color'; readonly default: string }
  /** A range of numbers as `parseRuleRange` reads it; '' for none. */
  | { readonly type: 'range'; readonly default: string }
  /** Conditions on fields in the form of the filter of a layer; null for none. */
  | { readonly type: 'conditions'; readonly default: null }
  | { readonly type: 'boolean'; readonly default: boolean }
  | { readonly type: 'choice'; readonly default: string; readonly values: readonly string[] }
  | {
      readonly type: 'number';
      readonly default: number;
      readonly min: number;
      readonly max: number;
      readonly unit: string;
    };

/**
 * The properties of a GeomStyle, except `labelRules`, a list of styles. Types, defaults, checks and docs are derived
 * from here; `propertyDescriptions.ts` says what each does, which browsers need not load.
 */
export const STYLE_PROPERTIES = {
  pointIcon: {
    type: 'text',
    default: '',
  },
  pointColor: {
    type: 'color',
    default: 'blue',
  },
  pointSize: {
    type: 'number',
    default: 32,
    min: 0,
    max: 256,
    unit: 'px',
  },
  pointForm: {
    type: 'choice',
    default: 'none',
    values: POINT_FORMS,
  },
  pointRadius: {
    type: 'number',
    default: 17,
    min: 0,
    max: 128,
    unit: 'px',
  },
  pointRotation: {
    type: 'number',
    default: 0,
    min: -Infinity,
    max: Infinity,
    unit: 'degrees clockwise',
  },
  pointGradient: {
    type: 'boolean',
    default: false,
  },
  pointBgColor: { type: 'color', default: 'yellow' },
  fillColor: { type: 'color', default: 'red' },
  lineColor: { type: 'color', default: 'green' },
  lineWidth: {
    type: 'number',
    default: 1,
    min: 0,
    max: 100,
    unit: 'px',
  },
  lineStyle: {
    type: 'choice',
    default: 'solid',
    values: LINE_STYLES,
  },
  lineTransparency: {
    type: 'number',
    default: 1,
    min: 0,
    max: 1,
    unit: 'alpha',
  },
  fillPattern: {
    type: 'choice',
    default: '',
    values: ['', ...PATTERNS],
  },
  fillPatternColor: { type: 'color', default: 'cyan' },
  strokePattern: {
    type: 'choice',
    default: '',
    values: ['', ...PATTERNS],
  },
  linePatternColor: { type: 'color', default: 'magenta' },
  labelEnabled: {
    type: 'boolean',
    default: true,
  },
  objLabel: {
    type: 'text',
    default: '',
  },
  labelColor: { type: 'color', default: 'black' },
  labelSize: {
    type: 'number',
    default: 15,
    min: 0,
    max: 128,
    unit: 'px',
  },
  labelFont: {
    type: 'text',
    default: 'Arial',
  },
  labelHaloColor: { type: 'color', default: 'white' },
  labelHaloWidth: {
    type: 'number',
    default: 3,
    min: 0,
    max: 20,
    unit: 'px',
  },
  labelPosition: {
    type: 'choice',
    default: 'auto',
    values: LABEL_POSITIONS,
  },
  labelOffsetX: {
    type: 'number',
    default: 0,
    min: -MAX_LABEL_OFFSET_PX,
    max: MAX_LABEL_OFFSET_PX,
    unit: 'px',
  },
  labelOffsetY: {
    type: 'number',
    default: 0,
    min: -MAX_LABEL_OFFSET_PX,
    max: MAX_LABEL_OFFSET_PX,
    unit: 'px',
  },
  labelPriority: {
    type: 'number',
    default: 0,
    min: -5,
    max: 5,
    unit: 'rank',
  },
  labelMinZoom: {
    type: 'number',
    default: 0,
    min: 0,
    max: MAX_ZOOM,
    unit: 'zoom',
  },
  labelMaxZoom: {
    type: 'number',
    default: MAX_ZOOM,
    min: 0,
    max: MAX_ZOOM,
    unit: 'zoom',
  },
  rule: {
    type: 'text',
    default: '',
  },
  ruleKey: {
    type: 'text',
    default: '',
  },
  ruleRange: {
    type: 'range',
    default: '',
  },
  ruleConditions: {
    type: 'conditions',
    default: null,
  },
  ruleNameEn: {
    type: 'text',
    default: '',
    maxLength: MAX_RULE_NAME_LENGTH,
  },
  ruleNameRu: {
    type: 'text',
    default: '',
    maxLength: MAX_RULE_NAME_LENGTH,
  },
  ruleNameLv: {
    type: 'text',
    default: '',
    maxLength: MAX_RULE_NAME_LENGTH,
  },
  minResolution: {
    type: 'number',
    default: 200,
    min: 0,
    max: Infinity,
    unit: 'm/px',
  },
  maxResolution: {
    type: 'number',
    default: 2000,
    min: 0,
    max: Infinity,
    unit: 'm/px',
  },
  theme: {
    type: 'choice',
    default: 'none',
    values: THEMES,
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
      : P extends { type: 'conditions' }
        ? Ruleset | null
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
