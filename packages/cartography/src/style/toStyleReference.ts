import type { ThemeClass } from '../themes/themes.ts';
import { findTheme } from '../themes/themes.ts';
import { PROPERTY_DESCRIPTIONS } from './propertyDescriptions.ts';
import type { StyleProperty, StylePropertyName } from './propertyTable.ts';
import { MAX_STYLE_RULES, STYLE_PROPERTIES, THEMES } from './propertyTable.ts';

const listValues = (values: readonly string[]): string =>
  values
    .filter((value) => value !== '')
    .map((value) => `\`${value}\``)
    .join(', ');

const typeText = (property: StyleProperty): string => {
  if (property.type !== 'number') return property.type;
  return `number, ${property.unit}`;
};

const rangeText = (property: StyleProperty): string => {
  if (property.type === 'choice') return listValues(property.values);
  if (property.type === 'color') return 'CSS name, #hex, rgb(), rgba(); saved as rgba';
  if (property.type === 'text' && property.maxLength !== undefined)
    return `at most ${property.maxLength} characters`;
  if (property.type === 'range') return '`[from,to)` or `[from,to]`';
  if (property.type !== 'number' || !Number.isFinite(property.min)) return '';
  return Number.isFinite(property.max) ? `${property.min} to ${property.max}` : `${property.min} or more`;
};

const defaultText = (property: StyleProperty): string =>
  property.default === '' ? 'empty' : `\`${String(property.default)}\``;

const toWords = (name: string): string => name.toLowerCase().replaceAll('_', ' ');

const classText = ({ label, color, gradientToClass }: ThemeClass, all: readonly ThemeClass[]): string => {
  if (!label) return '';
  const name = 'code' in label ? label.code : toWords(label.text);
  const end = gradientToClass === undefined ? '' : ` to \`${all[gradientToClass]?.color}\``;
  return `${name} \`${color}\`${end}`;
};

const themeRows = (): readonly string[] =>
  THEMES.flatMap((name) => {
    const theme = findTheme(name);
    if (!theme) return [];
    const fields = theme.fields.map((field) => `\`${field}\``).join(', ');
    return [...Map.groupBy(theme.classes, ({ group }) => group)].map(([group, classes]) => {
      const colors = classes.map((one) => classText(one, theme.classes)).filter(Boolean);
      return `| \`${name}\` | ${fields} | ${theme.fillAlpha} | ${toWords(group)} | ${colors.join(', ')} |`;
    });
  });

/** Generates `docs/style-reference.md`. */
export const toStyleReference = (): string => {
  const rows = Object.entries<StyleProperty>(STYLE_PROPERTIES).map(
    ([name, property]) =>
      `| \`${name}\` | ${typeText(property)} | ${defaultText(property)} | ${rangeText(property)} | ${PROPERTY_DESCRIPTIONS[name as StylePropertyName]} |`,
  );
  return `<!-- Generated from packages/cartography/src/style/propertyTable.ts: node scripts/generate.ts -->
# Style reference

A layer's style (\`geomStyle\`) is JSON text with the properties below; what is missing has its default, and '' means all
defaults. \`labelRules\` is a list of at most ${MAX_STYLE_RULES} styles, each with its own \`rule\`; what a rule does not set it takes from the
style around it. Rules are tried top-down, the first match wins, \`Default\` is tried last and always there. Values are
compared as text, trimmed and case-insensitive; a missing field counts as empty.

| property | type | default | values | what it does |
|---|---|---|---|---|
${rows.join('\n')}

## Patterns, forms, themes
![Every pattern, form, dash, label and theme](screenshots/style-gallery.png)

Patterns lie over the plain colour, on lines at half the size. The theme \`contours\` takes the fills away. Every other theme
colours fills, and points, by fields of \`data\`, read as numbers; all else, the label too, is that of \`Default\`. A band of ages
holds its lower bound and not its upper one. \`growth\` colours a number that is no code by its place on a gradient.

| theme | fields | alpha of fill | group | classes |
|---|---|---|---|---|
${themeRows().join('\n')}
`;
};
