import type { FieldSchema } from '@pgis/contract';
import { expect, test } from 'vitest';
import { formatFieldValue } from './formatFieldValue.ts';

const t = ((key: string) => key) as Parameters<typeof formatFieldValue>[2]['t'];

test.each<[FieldSchema, string, string, string]>([
  [{ type: 'decimal', unit: '€' }, '61200.50', '61,200.50\u00a0€', '61\u00a0200,50\u00a0€'],
  [{ type: 'integer' }, '2026', '2026', '2026'],
  [{ type: 'integer', unit: 'cm' }, '12000', '12,000\u00a0cm', '12\u00a0000\u00a0cm'],
  [{ type: 'integer', unit: 'cm' }, 'wide', 'wide', 'wide'],
  [{ type: 'area', unit: 'ha' }, '1.2346', '1.2346\u00a0FIELDS.UNITS.ha', '1,2346\u00a0FIELDS.UNITS.ha'],
  [{ type: 'date' }, '2026-11-06', '06.11.2026', '06.11.2026'],
  [{ type: 'date' }, 'soon', 'soon', 'soon'],
  [{ type: 'dateTime' }, '2026-11-06T09:05', '06.11.2026 09:05', '06.11.2026 09:05'],
  [{ type: 'boolean' }, 'true', 'COMMON.YES', 'COMMON.YES'],
  [{ type: 'boolean' }, 'nē', 'COMMON.NO', 'COMMON.NO'],
  [{ type: 'text', unit: 'x' }, '', '', ''],
  [{ type: 'longText' }, 'a\nb', 'a\nb', 'a\nb'],
])('%j %j is written %j in English and %j in Latvian', (schema, value, en, lv) => {
  expect(formatFieldValue(schema, value, { t, language: 'en' })).toBe(en);
  expect(formatFieldValue(schema, value, { t, language: 'lv' })).toBe(lv);
});
