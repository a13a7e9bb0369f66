import { expect, test } from 'vitest';
import { checkLayerData } from '../checkLayerData.ts';
import type { FieldSchema } from '../FieldSchema.ts';
import { findSchemaProblems } from '../findSchemaProblems.ts';
import { measureText } from './measures.ts';

test.each<[FieldSchema, number, string]>([
  [{ type: 'area', unit: 'ha' }, 12_345.67, '1.2346'],
  [{ type: 'area', unit: 'ha', decimals: 2 }, 50, '0.01'],
  [{ type: 'area', unit: 'ha', decimals: 2 }, 49.99, '0.00'],
  [{ type: 'area', unit: 'm2' }, 12_345.65, '12345.7'],
  [{ type: 'area', unit: 'm2', decimals: 2 }, 1.01, '1.01'],
  // The binary form of 1.005 lies below it.
  [{ type: 'length', unit: 'km', decimals: 2 }, 1_005, '1.01'],
  [{ type: 'length', unit: 'm' }, 0, '0.0'],
])('%j of %d is %s', (schema, measure, text) => {
  const size = schema.type === 'area' ? { areaM2: measure } : { lengthM: measure };
  expect(measureText(schema, size)).toBe(text);
  expect(measureText(schema, {})).toBeUndefined();
});

test('a measure has a unit of its kind, and nobody may enter, require or bound it', () => {
  const codesOf = (schema: FieldSchema) =>
    findSchemaProblems(schema, '').map(({ path, code }) => `${path} ${code}`);
  expect(codesOf({ type: 'area', unit: 'ha', decimals: 2 })).toEqual([]);
  expect(codesOf({ type: 'length' })).toEqual(['/unit REQUIRED']);
  expect(codesOf({ type: 'length', unit: 'ha' })).toEqual(['/unit NOT_ALLOWED']);
  const more = { min: '1', default: '1', required: true, readOnly: true, layer: 1 } as const;
  expect(codesOf({ type: 'area', unit: 'ha', ...more })).toHaveLength(5);
});

test('a field is shown by the size of the shape, whatever is sent for the measure', () => {
  const fields = [
    { name: 'area', schema: { type: 'area', unit: 'ha' } },
    {
      name: 'permit',
      schema: { type: 'text', required: true, showIf: { field: 'area', operator: '>=', value: '0,5' } },
    },
  ] as const;
  const check = (areaM2: number | undefined, data = { area: '9' }) =>
    checkLayerData(fields, data, { size: () => ({ areaM2 }) });
  expect(check(5_000).problems).toEqual([{ field: 'permit', code: 'REQUIRED' }]);
  expect(check(4_999)).toEqual({ data: {}, problems: [] });
  // A point has no area.
  const sent = { area: '9', permit: 'x' };
  expect(check(undefined, sent)).toEqual({ data: {}, problems: [] });
});
