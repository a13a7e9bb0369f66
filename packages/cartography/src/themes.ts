import type { ObjectData } from './comparableText.ts';
import { fieldValue, toComparableText } from './comparableText.ts';
import type { ThemeName } from './propertyTable.ts';
import {
  BONITY_COLORS,
  GROWTH_COLORS,
  GROWTH_GRADIENT,
  OTHER_COLOR,
  SPECIES_COLORS,
  THEME_FILL_ALPHA,
  VOLUME_COLORS,
} from './themeColors.ts';

/** What a legend says in the reader's language: names of groups, and of the classes that no code names. */
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

/** One colour of a theme; without `label` it is a step of the gradient that the class before it stands for. */
export type ThemeClass = {
  readonly group: ThemeText;
  readonly label?: { readonly code: string; readonly inYears?: boolean } | { readonly text: ThemeText };
  /** `#rrggbb` */
  readonly color: string;
  /** The class at the other end of a gradient that begins here. */
  readonly gradientToClass?: number;
};

export type Theme = {
  /** The fields of `data` that choose the class. */
  readonly fields: readonly string[];
  readonly classes: readonly ThemeClass[];
  /** THEME-08; lines keep what the style gives them. */
  readonly fillAlpha: number;
  readonly chooseClass: (data: ObjectData | null | undefined) => number;
};

/** A number as it stands in the data, as number or text; undefined for all else. */
const numberOf = (data: ObjectData | null | undefined, field: string): number | undefined => {
  const text = toComparableText(fieldValue(data, field)).replace(',', '.');
  const number = text === '' ? Number.NaN : Number(text);
  return Number.isFinite(number) ? number : undefined;
};

/** A band holds its lower bound and not its upper one (D-CLS-14). */
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
  const ageUnknown = classes.push({
    group: 'OTHER_SPECIES',
    label: { text: 'AGE_UNKNOWN' },
    color: OTHER_COLOR,
  });
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
      if (age === undefined || age < 0) return ageUnknown - 1;
      const index = indexByCode.get(numberOf(data, 'valdosaSuga') ?? Number.NaN) ?? other;
      const { bands } = SPECIES_COLORS[index] as (typeof SPECIES_COLORS)[number];
      const band = bands.findIndex((upper) => age < upper);
      return index * 4 + (band < 0 ? bands.length : band);
    },
  };
};

/** Values 0 to 6, grey otherwise. */
const rampTheme = (field: string, group: ThemeText, colors: readonly string[], fillAlpha: number): Theme => ({
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
      const place = Math.min(last, Math.max(first, Math.round(code))) - first;
      return indexByCode.get(code) ?? types.length + place;
    },
  };
};

const makers: Readonly<Record<Exclude<ThemeName, 'none' | 'contours'>, () => Theme>> = {
  species: speciesTheme,
  volume: () => rampTheme('krajaUzHa', 'VOLUME', VOLUME_COLORS, THEME_FILL_ALPHA.volume),
  bonity: () => rampTheme('bon', 'BONITY', BONITY_COLORS, THEME_FILL_ALPHA.bonity),
  growth: growthTheme,
};

const made = new Map<ThemeName, Theme>();

/** A theme that colours; undefined for `none`, and for `contours`, which takes all fills away. */
export const findTheme = (name: ThemeName | undefined): Theme | undefined => {
  if (name === undefined || name === 'none' || name === 'contours') return undefined;
  const known = made.get(name);
  if (known) return known;
  const theme = makers[name]();
  made.set(name, theme);
  return theme;
};
