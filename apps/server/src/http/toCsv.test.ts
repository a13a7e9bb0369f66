import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { toCsv } from './toCsv.ts';

test('D-OBJ-09: UTF-8 with a BOM, CRLF, a comma in English and a semicolon in Latvian and Russian', () => {
  const rows = [
    ['Id', 'Nosaukums'],
    [1, 'Ķekava 5'],
  ];
  expect(toCsv(rows, 'en').toString()).toBe('\ufeffId,Nosaukums\r\n1,Ķekava 5\r\n');
  expect(toCsv(rows, 'lv').toString()).toBe('\ufeffId;Nosaukums\r\n1;Ķekava 5\r\n');
  expect(toCsv(rows, 'ru').toString()).toBe('\ufeffId;Nosaukums\r\n1;Ķekava 5\r\n');
});

test.each([
  ['=1+1', "'=1+1"],
  ['=HYPERLINK("http://evil","x")', `'=HYPERLINK("http://evil","x")`],
  ['+1+1', "'+1+1"],
  ['-1+cmd|x', "'-1+cmd|x"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['\t=1', "'\t=1"],
  ['\r=1', "'\r=1"],
  ['-', "'-"],
  ['-12.5', '-12.5'],
  ['+371', '+371'],
  ['-1,5', '-1,5'],
  ['-1e-7', '-1e-7'],
  ['a=1', 'a=1'],
  ["'=1", "'=1"],
])('D-OBJ-09: %j is written as %j', (text, written) => {
  const [[cell] = []] = parse(toCsv([[text, 'x']], 'en'), { bom: true }) as string[][];
  expect(cell).toBe(written);
});

test('whatever stands in a cell, a reader finds the same rows and cells', () => {
  const text = fc
    .string({ unit: fc.constantFrom('a', '"', ',', ';', '\n', '\r', ' ', 'ž', '=', '\t') })
    .map((one) => `x${one}`);
  const row = fc.tuple(text, text, text);
  fc.assert(
    fc.property(fc.array(row, { minLength: 1 }), fc.constantFrom('en', 'lv'), (rows, language) => {
      const delimiter = language === 'en' ? ',' : ';';
      const options = { bom: true, delimiter, record_delimiter: '\r\n' };
      expect(parse(toCsv(rows, language), options)).toEqual(rows);
    }),
  );
});

test('D-OBJ-09: no cell falls apart where a spreadsheet takes commas, semicolons and tabs at once', () => {
  for (const text of ['x,=1+1', 'x;=1+1', 'x\t=1+1'])
    for (const language of ['en', 'lv', 'ru'] as const)
      expect(toCsv([[text]], language).toString()).toBe(`\ufeff"${text}"\r\n`);
});

test('D-OBJ-09: numbers have the decimal sign of the language, texts stay as they are', () => {
  const row = [[12.05, -1.5e-7, 7, '12.05']];
  expect(toCsv(row, 'en').toString()).toBe('\ufeff12.05,-1.5e-7,7,12.05\r\n');
  for (const language of ['lv', 'ru'] as const)
    expect(toCsv(row, language).toString()).toBe('\ufeff12,05;-1,5e-7;7;12.05\r\n');
});

test('numbers, truth and nothing', () => {
  expect(toCsv([[-5, true, null, '']], 'en').toString()).toBe('\ufeff-5,true,,\r\n');
});
