import { execFileSync } from 'node:child_process';
import type { ChartData, ReportPaper } from '@pgis/cartography/paper';
import { limits } from '@pgis/contract';
import { afterAll, expect, test } from 'vitest';
import { PaperPool } from './PaperPool.ts';

const pool = new PaperPool();
afterAll(() => pool.close());

const toPdf = (rows: readonly (readonly string[])[], chart?: ChartData) => {
  const paper: ReportPaper = {
    ...{ language: 'lv', title: 'Pārskats · Отчёт', lines: [], chart: null, note: '' },
    tables: [{ title: '', headers: ['Nosaukums', 'Apraksts'], rows }],
  };
  return pool.toPdf({ paper, chart });
};
const rowsOf = (count: number, text: string) => Array.from({ length: count }, () => ['Ķīšezera iela', text]);

test('texts of a PDF are those of the report, in Latvian and in Russian', async () => {
  const pdf = await toPdf(rowsOf(1, 'Яма на дороге'));
  const text = execFileSync('pdftotext', ['-layout', '-', '-'], { input: pdf, encoding: 'utf8' });
  expect(text).toMatch(/^Pārskats · Отчёт\s+Nosaukums +Apraksts\s+Ķīšezera iela +Яма на дороге\s/);
});

test('a chart stands above the table, as an image', async () => {
  const series = [{ name: 'Objekti', values: [3, 1] }];
  const pdf = await toPdf(rowsOf(2, 'īss'), { kind: 'bar', labels: ['Ceļi', 'Koki'], series });
  const [, , image] = execFileSync('pdfimages', ['-list', '-'], { input: pdf, encoding: 'utf8' }).split('\n');
  expect(image).toMatch(/ image +1800 +840 /);
});

test('a report with too many rows or pages is none, and the next one is made', async () => {
  const { pdfRows, pdfPages } = limits.reportSchedules;
  expect(await toPdf(rowsOf(pdfRows + 1, ''))).toBeUndefined();
  // Fourteen such rows fill a page.
  expect(await toPdf(rowsOf(14 * pdfPages, 'vārds '.repeat(150)))).toBeUndefined();
  expect(await toPdf(rowsOf(pdfRows, 'īss'))).toBeInstanceOf(Buffer);
});
