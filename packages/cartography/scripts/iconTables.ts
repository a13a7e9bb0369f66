import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

type FontKey = 'solid' | 'regular' | 'gis';
type SourceIcon = {
  readonly font: FontKey;
  /** Name without prefix. */
  readonly name: string;
  readonly codePoint: number;
  readonly label: string;
  readonly terms: readonly string[];
  /** Former names, which stored styles may still use. */
  readonly aliases: readonly string[];
};

type FontAwesomeIcon = {
  readonly unicode: string;
  readonly label: string;
  readonly search: { readonly terms: readonly (string | number)[] };
  readonly aliases?: { readonly names?: readonly string[] };
  readonly familyStylesByLicense: {
    readonly free: readonly { readonly family: string; readonly style: string }[];
  };
};
type FontGisIcon = {
  readonly name: string;
  readonly code: number;
  readonly theme: string;
  readonly search: string;
};

const require = createRequire(import.meta.url);
const readJson = (path: string): unknown => JSON.parse(readFileSync(path, 'utf8'));

const FONT_AWESOME = require.resolve('@fortawesome/fontawesome-free/metadata/icon-families.json');

/** Leaves brands out: company logos are no map symbols. */
const listFontAwesome = (font: 'solid' | 'regular'): SourceIcon[] =>
  Object.entries(readJson(FONT_AWESOME) as Record<string, FontAwesomeIcon>)
    .filter(([, icon]) =>
      icon.familyStylesByLicense.free.some(({ family, style }) => family === 'classic' && style === font),
    )
    .map(([name, icon]) => ({
      font,
      name,
      codePoint: Number.parseInt(icon.unicode, 16),
      label: icon.label,
      terms: icon.search.terms.map(String),
      aliases: icon.aliases?.names ?? [],
    }));

const listFontGis = (): SourceIcon[] => {
  const { glyphs } = readJson(require.resolve('font-gis/font-gis.json')) as {
    readonly glyphs: Record<string, FontGisIcon>;
  };
  return Object.values(glyphs).map(({ name, code, theme, search }) => ({
    font: 'gis',
    name,
    codePoint: code,
    label: toLabel(name),
    terms: [theme, ...search.split(',')].map((term) => term.trim()).filter((term) => term !== ''),
    aliases: [],
  }));
};

const toLabel = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1).replaceAll('-', ' ');

export const listIcons = (): readonly SourceIcon[] => [
  ...listFontAwesome('solid'),
  ...listFontAwesome('regular'),
  ...listFontGis(),
];

const HEADER = `// Generated from the icon fonts by packages/cartography/scripts/iconTables.ts: node scripts/generate.ts
// Font Awesome Free 7 icons: CC BY 4.0, Fonticons Inc. font-gis: CC BY 4.0, Jean-Marc Viglino.
`;

const namesAndCodes = (icons: readonly SourceIcon[], font: FontKey): string => {
  const own = icons.filter((icon) => icon.font === font);
  const taken = new Set(own.map(({ name }) => name));
  const former = own.flatMap(({ aliases, codePoint }) => aliases.map((name) => ({ name, codePoint })));
  const all = [...own, ...former.filter(({ name }) => !taken.has(name))];
  return all.map(({ name, codePoint }) => `${name} ${codePoint.toString(16)}`).join(',');
};

/**
 * Writes `name code,name code …` for each font: everything that drawing needs. Browsers fetch the JSON when a style
 * has icons.
 */
export const toCodesJson = (icons: readonly SourceIcon[]): string =>
  `${JSON.stringify(
    {
      from: 'scripts/iconTables.ts; Font Awesome Free 7 icons: CC BY 4.0, Fonticons Inc.; font-gis: CC BY 4.0, Jean-Marc Viglino',
      solid: namesAndCodes(icons, 'solid'),
      regular: namesAndCodes(icons, 'regular'),
      gis: namesAndCodes(icons, 'gis'),
    },
    null,
    1,
  )}\n`;

/** Writes label and search terms of each icon for the icon picker. */
export const toSearchModule = (icons: readonly SourceIcon[]): string =>
  `${HEADER}export const ICON_SEARCH: readonly (readonly [font: '${(['solid', 'regular', 'gis'] as const).join("' | '")}', name: string, label: string, terms: string])[] = [
${icons.map(({ font, name, label, terms }) => `  ${JSON.stringify([font, name, label, terms.join(' ')])},`).join('\n')}
];
`;
