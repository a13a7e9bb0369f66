import type { ObjectData } from '@pgis/conditions';
import { fieldValue, toComparableText } from '@pgis/conditions';
import type { ThemeName } from '../style/propertyTable.ts';
import {
  BONITY_COLORS,
  GROWTH_COLORS,
  GROWTH_GRADIENT,
  OTHER_COLOR,
  SPECIES_COLORS,
  THEME_FILL_ALPHA,
  VOLUME_COLORS,
} from './themeColors.ts';

/** Keys of the legend texts: names of groups, and of the classes without a code. */
export const THEME_TEXTS = [
  ...SPECIES_COLORS.map(({ name }) => name),
  ...GROWTH_COLORS.map(({ name }) => name),
  'VOLUME',
  'BONITY',
  'OTHER_CODES',
  'OTHER_VALUES',
  'AGE_UNKNOWN',
  'NO_VALUE',
  'YEARS',
] as const;
export type ThemeText = (typeof THEME_TEXTS)[number];

/** One colour of a theme; without `label` it is a step of the gradient that an earlier class represents. */
export type ThemeClass = {
  readonly group: ThemeText;
  readonly label?: { readonly code: string; readonly inYears?: boolean } | { readonly text: ThemeText };
  /** `#rrggbb` */
  readonly color: string;
  /** Index of the last class of a gradient that begins here. */
  readonly gradientToClass?: number;
};

export type Theme = {
  /** Fields of `data` that determine the class. */
  readonly fields: readonly string[];
  readonly classes: readonly ThemeClass[];
  /** Alpha of the fill (THEME-08); lines keep theirs. */
  readonly fillAlpha: number;
  readonly chooseClass: (data: ObjectData | null | undefined) => number;
};

/** Parses a number that the data holds as number or text; undefined for other values. */
const numberOf = (data: ObjectData | null | undefined, field: string): number | undefined => {
  const text = toComparableText(fieldValue(data, field)).replace(',', '.');
  const number = text === '' ? Number.NaN : Number(text);
  return Number.isFinite(number) ? number : undefined;
};

/** Returns the labels of age bands. A band includes its lower bound and excludes its upper one (D-CLS-14). */
const bandLabels = ([first, second, third]: readonly [number, number, number]): readonly string[] => [
  `< ${first}`,
  `${first}–${second}`,
  `${second}–${third}`,
  `${third}+`,
];

const speciesTheme = (): Theme => {
  const classes: ThemeClass[] = SPECIES_COLORS.flatMap(({ name, bands, colors }) =>
    bandLabels(bands).map((code, band) => ({
      group: name,
      label: { code, inYears: true },
      color: colors[band] as string,
    })),
  );
  const firstOfUnknownAge = classes.length;
  for (const { name, ageUnknown } of SPECIES_COLORS)
    classes.push({ group: name, label: { text: 'AGE_UNKNOWN' }, color: ageUnknown });
  const indexByCode = new Map(
    SPECIES_COLORS.flatMap((one, i) => ('code' in one ? [[one.code as number, i]] : [])),
  );
  const other = SPECIES_COLORS.length - 1;
  return {
    fields: ['valdosaSuga', 'valdosasSugasVecums'],
    classes,
    fillAlpha: THEME_FILL_ALPHA.species,
    chooseClass: (data) => {
      const age = numberOf(data, 'valdosasSugasVecums');
      const index = indexByCode.get(numberOf(data, 'valdosaSuga') ?? Number.NaN) ?? other;
      if (age === undefined || age < 0) return firstOfUnknownAge + index;
      const { bands } = SPECIES_COLORS[index] as (typeof SPECIES_COLORS)[number];
      const band = bands.findIndex((upper) => age < upper);
      return index * 4 + (band < 0 ? bands.length : band);
    },
  };
};

type Ramp = {
  readonly field: string;
  readonly group: ThemeText;
  readonly colors: readonly string[];
  readonly fillAlpha: number;
};

/** A theme with one colour for each whole number from 0, and grey for other values. */
const rampTheme = ({ field, group, colors, fillAlpha }: Ramp): Theme => ({
  fields: [field],
  classes: [
    ...colors.map((color, value) => ({ group, label: { code: String(value) }, color })),
    { group, label: { text: 'OTHER_VALUES' }, color: OTHER_COLOR },
  ],
  fillAlpha,
  chooseClass: (data) => {
    const value = numberOf(data, field) ?? -1;
    return Number.isInteger(value) && value >= 0 && value < colors.length ? value : colors.length;
  },
});

const gradientColor = (share: number): string =>
  `#${GROWTH_GRADIENT.from
    .map((start, i) => Math.round(start + ((GROWTH_GRADIENT.to[i] ?? start) - start) * share))
    .map((channel) => channel.toString(16).padStart(2, '0'))
    .join('')}`;

const growthTheme = (): Theme => {
  const types = GROWTH_COLORS.flatMap(({ name, types, colors }) =>
    types.map((code, i) => ({ group: name, label: { code }, color: colors[i] as string })),
  );
  const { first, last } = GROWTH_GRADIENT;
  const steps = Array.from({ length: last - first + 1 }, (_, step) => gradientColor(step / (last - first)));
  const gradient: ThemeClass[] = steps.map((color, step) => ({
    group: 'OTHER_CODES',
    ...(step === 0 && { label: { text: 'OTHER_CODES' }, gradientToClass: types.length + steps.length - 1 }),
    color,
  }));
  const noValue: ThemeClass = { group: 'OTHER_CODES', label: { text: 'NO_VALUE' }, color: OTHER_COLOR };
  const indexByCode = new Map(types.map(({ label }, i) => [Number.parseInt(label.code, 10), i]));
  return {
    fields: ['aat'],
    classes: [...types, ...gradient, noValue],
    fillAlpha: THEME_FILL_ALPHA.growth,
    chooseClass: (data) => {
      const code = numberOf(data, 'aat');
      if (code === undefined) return types.length + gradient.length;
      const step = Math.min(last, Math.max(first, Math.round(code))) - first;
      return indexByCode.get(code) ?? types.length + step;
    },
  };
};

const themeFactories: Readonly<Record<Exclude<ThemeName, 'none' | 'contours'>, () => Theme>> = {
  species: speciesTheme,
  volume: () =>
    rampTheme({
      field: 'krajaUzHa',
      group: 'VOLUME',
      colors: VOLUME_COLORS,
      fillAlpha: THEME_FILL_ALPHA.volume,
    }),
  bonity: () =>
    rampTheme({
      field: 'bon',
      group: 'BONITY',
      colors: BONITY_COLORS,
      fillAlpha: THEME_FILL_ALPHA.bonity,
    }),
  growth: growthTheme,
};

const themeCache = new Map<ThemeName, Theme>();

/** Returns the colours of a theme; undefined for `none`, and for `contours`, which removes all fills. */
export const findTheme = (name: ThemeName | undefined): Theme | undefined => {
  if (name === undefined || name === 'none' || name === 'contours') return undefined;
  const cached = themeCache.get(name);
  if (cached) return cached;
  const theme = themeFactories[name]();
  themeCache.set(name, theme);
  return theme;
};
