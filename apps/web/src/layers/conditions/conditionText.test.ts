import { readFileSync } from 'node:fs';
import type { Operator } from '@pgis/conditions';
import type { FieldSchema } from '@pgis/contract';
import { beforeEach, expect, test } from 'vitest';
import { i18n } from '../../i18n/index.ts';
import { speakEnglish } from '../../testing/speakEnglish.ts';
import { conditionText } from './conditionText.ts';
import { operatorsFor, withOperator } from './operatorChoices.ts';

beforeEach(speakEnglish);

test.each<[Operator, string, string, FieldSchema?]>([
  ['=', 'oak', 'f = oak'],
  ['!=', '', 'f != “”'],
  ['contains', 'oak', 'f contains “oak”'],
  ['>=', '420,5', 'f ≥ 420,5'],
  ['<', '2026-11-26', 'f < 26.11.2026'],
  ['<', '2026-11-26T09:30', 'f < 26.11.2026 09:30'],
  ['>=', '12000.5', 'f ≥ 12,000.5\u00a0ha', { type: 'decimal', unit: 'ha' }],
  ['between', '2026-01-01\n2026-12-31', 'f 01.01.2026–31.12.2026'],
  ['in', 'oak\nelm', 'f is one of: oak, elm'],
  ['hasAll', 'oak\nelm', 'f has all of: oak, elm'],
  ['=', 'true', 'f = Yes', { type: 'boolean' }],
  ['empty', '', 'f is empty'],
  ['today', '', 'f is today'],
  ['lastDays', '1', 'f in the last 1 day'],
  ['olderThanDays', '30', 'f older than 30 days'],
])('%s %j in words', (operator, value, text, schema?: FieldSchema) => {
  const speaker = { t: i18n.t, language: 'en' as const };
  expect(conditionText({ field: 'f', operator, value }, speaker, { schema })).toBe(text);
});

test('a field offers the operators of its type', () => {
  expect(operatorsFor(null)).toHaveLength(18);
  expect(operatorsFor({ type: 'boolean' })).toEqual(['=', '!=', 'empty', 'notEmpty']);
  expect(operatorsFor({ type: 'integer' })).not.toContain('today');
  expect(operatorsFor({ type: 'date' })).toContain('lastDays');
  expect(operatorsFor({ type: 'dateTime' })).not.toContain('=');
  expect(operatorsFor({ type: 'email' })).not.toContain('<');
  expect(operatorsFor({ type: 'list', several: true })[0]).toBe('hasAny');
});

test('another operator keeps the value if it can take it', () => {
  const value = (from: Operator, to: Operator) => withOperator({ operator: from, value: '5' }, to).value;
  expect([value('=', '!='), value('=', '<'), value('<', 'contains'), value('lastDays', 'nextDays')]).toEqual([
    ...['5', '5', '5', '5'],
  ]);
  expect([value('=', 'in'), value('<', 'between'), value('=', 'empty'), value('=', 'lastDays')]).toEqual([
    ...['', '', '', ''],
  ]);
});

test.each([
  ['lv', 'f satur „oak”'],
  ['ru', 'f содержит «oak»'],
] as const)('quotes are those of the language: %s', (language, text) => {
  const path = `${import.meta.dirname}/../../../public/assets/i18n/${language}.json`;
  i18n.addTexts(language, JSON.parse(readFileSync(path, 'utf8')));
  i18n.changeLanguage(language);
  const condition = { field: 'f', operator: 'contains', value: 'oak' } as const;
  expect(conditionText(condition, { t: i18n.t, language })).toBe(text);
});
