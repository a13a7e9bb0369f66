import type { FieldSchema } from '@pgis/contract';
import { expect, test } from 'vitest';
import { measuresKey } from './ownFields.ts';

test('cached images end with another text of a measure, and stay when only the form changes', () => {
  const keyOf = (schema: FieldSchema) =>
    JSON.stringify(measuresKey({ strictFields: [{ name: 'area', type: 'text', schema }] }));
  const area = { type: 'area', unit: 'ha' } as const;
  expect(keyOf({ ...area, section: 'Size' })).toBe(keyOf(area));
  for (const other of [
    { ...area, unit: 'm2' },
    { ...area, decimals: 1 },
    { type: 'length', unit: 'm' },
  ] as const)
    expect(keyOf(other)).not.toBe(keyOf(area));
});
