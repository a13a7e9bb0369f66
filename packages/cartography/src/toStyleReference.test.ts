import { expect, test } from 'vitest';
import { STYLE_PROPERTIES } from './propertyTable.ts';
import { toStyleReference } from './toStyleReference.ts';

// That docs/style-reference.md is this text is checked with the other generated files by `npm run check`.
test('every property has a row with its default and a sentence', () => {
  const rows = toStyleReference().split('\n');
  for (const [name, { default: value, says }] of Object.entries(STYLE_PROPERTIES)) {
    const row = rows.find((line) => line.startsWith(`| \`${name}\` |`));
    expect(row).toContain(value === '' ? 'empty' : `\`${value}\``);
    expect(row).toContain(says);
    expect(row?.split(' | ')).toHaveLength(5);
  }
});
