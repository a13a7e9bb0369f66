import { expect, test } from 'vitest';
import { STYLE_PROPERTIES } from './propertyTable.ts';
import { toStyleReference } from './toStyleReference.ts';

// `npm run check` compares docs/style-reference.md with this text, as it does for all generated files.
test('every property has a row with its default and a sentence', () => {
  const rows = toStyleReference().split('\n');
  for (const [name, { default: value, description }] of Object.entries(STYLE_PROPERTIES)) {
    const row = rows.find((line) => line.startsWith(`| \`${name}\` |`));
    expect(row).toContain(value === '' ? 'empty' : `\`${value}\``);
    expect(row).toContain(description);
    expect(row?.split(' | ')).toHaveLength(5);
  }
});
