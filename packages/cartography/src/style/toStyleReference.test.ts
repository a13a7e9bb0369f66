import { expect, test } from 'vitest';
import { PROPERTY_DESCRIPTIONS } from './propertyDescriptions.ts';
import { STYLE_PROPERTIES, type StylePropertyName } from './propertyTable.ts';
import { toStyleReference } from './toStyleReference.ts';

// `npm run check` compares docs/style-reference.md with this text, as it does for all generated files.
test('every property has a row with its default and a sentence', () => {
  const rows = toStyleReference().split('\n');
  for (const [name, description] of Object.entries(PROPERTY_DESCRIPTIONS)) {
    const { default: value } = STYLE_PROPERTIES[name as StylePropertyName];
    const row = rows.find((line) => line.startsWith(`| \`${name}\` |`));
    expect(row).toContain(value === '' ? 'empty' : `\`${value}\``);
    expect(row).toContain(description);
    expect(row?.split(' | ')).toHaveLength(5);
  }
});

test.each([
  '| `lineWidth` | number, px | ',
  '| `fillColor` | color | ',
  '| `pointRotation` | number, degrees',
  '| `volume` | `krajaUzHa` | 0.8 | volume | 0 `#eef1ad`, 1 `#c7d782`, 2 `#9dbd61`, 3 `#73a34a`, 4 `#4b883d`, 5 `#286c35`, 6 `#0e4f2d`, other values `#9ba4ab` |',
  '| `growth` | `aat` | 0.8 | other codes | other codes `#f0e7d2` to `#492b5d`, no value `#9ba4ab` |',
  '| `species` | `valdosaSuga`, `valdosasSugasVecums` | 0.4 | pine | < 20 `#f5c076`, 20–90 `#d0901e`, 90–120 `#a06700`, 120+ `#663e00`, age unknown `#b69a64` |',
])('the reference has a row that begins %s', (beginning) => {
  expect(
    toStyleReference()
      .split('\n')
      .filter((line) => line.startsWith(beginning)),
  ).toHaveLength(1);
});

test('a row names the values that a property takes', () => {
  const valuesOf = (name: string) =>
    toStyleReference()
      .split('\n')
      .find((line) => line.startsWith(`| \`${name}\` |`))
      ?.split(' | ')[3];
  expect(valuesOf('lineWidth')).toBe('0 to 100');
  expect(valuesOf('lineStyle')).toBe('`solid`, `dashed`');
  expect(valuesOf('lineColor')).toBe('CSS name, #hex, rgb(), rgba(); saved as rgba');
  expect(valuesOf('pointRotation')).toBe('');
  expect(valuesOf('labelFont')).toBe('');
  expect(valuesOf('ruleNameLv')).toBe('at most 100 characters');
  // A pattern may be empty, which needs no mention.
  expect(valuesOf('fillPattern')).toMatch(/^`none`, `hatch`, /);
});
