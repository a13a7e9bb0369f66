import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, test } from 'vitest';
import { makeReportPdf } from './makeReportPdf.ts';
import type { PaperTable, ReportPaper } from './ReportPaper.ts';

const { resolve } = createRequire(import.meta.url);
const readFont = (path: string): ArrayBuffer =>
  new Uint8Array(readFileSync(resolve(`@expo-google-fonts/arimo/${path}`))).buffer;
const fonts = {
  regular: readFont('400Regular/Arimo_400Regular.ttf'),
  bold: readFont('700Bold/Arimo_700Bold.ttf'),
};
/** PNG image of one pixel. */
const dot =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const aTable = (more: Partial<PaperTable> = {}): PaperTable => ({
  title: '',
  headers: ['Slānis', 'Objekti'],
  rows: [
    ['Ceļa bedres', '12'],
    ['Деревья', '3'],
    ['Kopā', '15'],
  ],
  numeric: [false, true],
  ...more,
});
const aPaper = (more: Partial<ReportPaper> = {}): ReportPaper => ({
  language: 'lv',
  title: 'Mēneša pārskats · Отчёт',
  lines: ['Pievienots: 01.03.2026 – 31.03.2026', 'Slāņi: Ceļa bedres, Деревья'],
  chart: { url: dot, widthPx: 900, heightPx: 420 },
  tables: [aTable()],
  note: '',
  ...more,
});
const make = async (paper: ReportPaper) =>
  Buffer.from(await makeReportPdf(paper, fonts, { compress: false }));
const pagesOf = (pdf: Buffer) => pdf.toString('latin1').match(/\/Type \/Page\b/g)?.length;
const boxOf = (pdf: Buffer) =>
  /\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/
    .exec(pdf.toString('latin1'))
    ?.slice(1)
    .map((points) => Math.round((Number(points) * 25.4) / 72));

test('D-REP-03: a report is a page of A4, upright unless it has many columns', async () => {
  expect(boxOf(await make(aPaper()))).toEqual([210, 297]);
  const headers = Array.from({ length: 7 }, (_, at) => `c${at}`);
  const wide = await make(aPaper({ tables: [aTable({ headers, rows: [headers] })] }));
  expect([boxOf(wide), pagesOf(wide)]).toEqual([[297, 210], 1]);
});

test('a long table goes on with its head on the pages that follow', async () => {
  const rows = Array.from({ length: 200 }, (_, at) => [`rinda ${at}`, '1']);
  expect(pagesOf(await make(aPaper({ tables: [aTable({ rows })] })))).toBeGreaterThan(3);
  expect(pagesOf(await make(aPaper({ tables: [aTable({ rows: [] })], chart: null })))).toBe(1);
});

const hasPoppler = spawnSync('pdftotext', ['-v']).status === 0;

test.skipIf(!hasPoppler)('D-REP-03: words are text in Latvian and Russian', async () => {
  const { stdout } = spawnSync('pdftotext', ['-layout', '-', '-'], {
    input: await make(aPaper({ note: 'Piezīme' })),
  });
  const text = stdout.toString();
  for (const words of [
    'Mēneša pārskats · Отчёт',
    'Slāņi: Ceļa bedres, Деревья',
    'Objekti',
    'Kopā',
    'Piezīme',
  ])
    expect(text).toContain(words);
});

test('a table that would have only its head on a page starts on the next one', async () => {
  const rows = Array.from({ length: 12 }, (_, at) => [`rinda ${at}`, '1']);
  const tables = ['Slāņi', 'Nedēļas', 'Vietas'].map((title) => aTable({ title, rows }));
  expect(pagesOf(await make(aPaper({ tables, chart: null })))).toBe(1);
  const paper = aPaper({ tables: [...tables, ...tables] });
  expect(pagesOf(await make(paper))).toBe(3);
  const pages: number[] = [];
  await makeReportPdf(paper, fonts, { onPage: async (_rows, page) => void pages.push(page) });
  expect(pages).toEqual([1, 2]);
});

test.skipIf(!hasPoppler)('words of a table with many columns are whole', async () => {
  const headers = [
    'Nosaukums',
    ...Array.from({ length: 14 }, (_, at) => `Dienas līdz pirmajai atbildei ${at}`),
  ];
  const rows = [['Apgaismojums', ...headers.slice(1).map(() => '1')]];
  const { stdout } = spawnSync('pdftotext', ['-layout', '-', '-'], {
    input: await make(aPaper({ chart: null, tables: [aTable({ headers, rows })] })),
  });
  for (const word of ['Nosaukums', 'Apgaismojums', 'pirmajai', 'atbildei 13'])
    expect(stdout.toString()).toContain(word);
});

test.skipIf(!hasPoppler)('D-REP-03: numbers stand below each other', async () => {
  const { stdout } = spawnSync('pdftotext', ['-bbox', '-', '-'], { input: await make(aPaper()) });
  const endOf = (word: string) =>
    Number(new RegExp(`xMax="([\\d.]+)"[^>]*>${word}</word>`).exec(stdout.toString())?.[1]);
  expect(endOf('3')).toBeCloseTo(endOf('12'), 1);
  expect(endOf('15')).toBeCloseTo(endOf('12'), 1);
});
