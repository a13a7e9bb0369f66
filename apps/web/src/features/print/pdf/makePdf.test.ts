import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { PdfFonts } from '@pgis/cartography/paper';
import { expect, test, vi } from 'vitest';
import { firstChoice, type PrintChoice } from '../dialog/PrintChoice.ts';
import { arrangePage } from '../sheet/pageLayout.ts';
import type { Sheet } from '../sheet/Sheet.ts';
import { anImage, aSheet } from '../testing/aSheet.ts';
import { makePdf } from './makePdf.ts';

const { resolve } = createRequire(import.meta.url);
const readFont = (path: string): ArrayBuffer =>
  new Uint8Array(readFileSync(resolve(`@expo-google-fonts/arimo/${path}`))).buffer;
const fonts: PdfFonts = {
  regular: readFont('400Regular/Arimo_400Regular.ttf'),
  bold: readFont('700Bold/Arimo_700Bold.ttf'),
};
const make = async (choice: Partial<PrintChoice>, changes: Partial<Sheet> = {}) => {
  const sheet = aSheet({ output: 'pdf', ...choice }, changes);
  return Buffer.from(await makePdf(sheet, fonts, { compress: false })).toString('latin1');
};

/** Layout input for `aSheet`. */
const parts = { hasLogo: false, legendEntries: [2] };
/** Points of PDF are 72 to an inch. */
const toMm = (points: number) => (points * 25.4) / 72;

test.each([
  ['A4', 'portrait', [210, 297]],
  ['A4', 'landscape', [297, 210]],
  ['A3', 'portrait', [297, 420]],
  ['A3', 'landscape', [420, 297]],
] as const)(
  '%s %s has the size of that paper, and map and scale bar their true lengths',
  async (paper, orientation, size) => {
    const pdf = await make({ paper, orientation });
    const box = /\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/.exec(pdf)?.slice(1).map(Number) ?? [];
    expect(box.map((points) => Math.round(toMm(points)))).toEqual(size);
    const { map } = arrangePage({ ...firstChoice, paper, orientation, output: 'pdf', header: 'Ceļi' }, parts);
    const imageSizes = [...pdf.matchAll(/([\d.]+) 0 0 ([\d.]+) [\d.]+ [\d.]+ cm/g)].map(([, ...sides]) =>
      sides.map((points) => toMm(Number(points))),
    );
    const [widthMm = 0, heightMm = 0] = imageSizes.toSorted(([a = 0], [b = 0]) => b - a)[0] ?? [];
    expect([widthMm, heightMm].map((mm) => mm.toFixed(2))).toEqual(
      [map.widthMm, map.heightMm].map((mm) => mm.toFixed(2)),
    );
    // The only long horizontal line on the page is the bar.
    const lines = [...pdf.matchAll(/([\d.]+) ([\d.]+) m\s+([\d.]+) \2 l\s+S/g)];
    const lengths = lines.map(([, from, , to]) => toMm(Math.abs(Number(to) - Number(from))));
    expect(Math.max(...lengths)).toBeCloseTo(40, 2);
  },
);

const hasPoppler = spawnSync('pdftotext', ['-v']).status === 0;

test.skipIf(!hasPoppler)('words are text in Latvian and Russian, and the fonts are in the file', async () => {
  const rows = Array.from({ length: 150 }, (_, index) => [
    String(index),
    'Ķīšezera iela',
    'Яма на дороге',
    'ž',
  ]);
  const tables = [{ layerName: 'Ceļa bojājumi', headers: ['Id', 'Nosaukums', 'Apraksts', 'dziļums'], rows }];
  const file = join(mkdtempSync(join(tmpdir(), 'pgis-pdf-')), 'map.pdf');
  writeFileSync(
    file,
    Buffer.from(await makePdf(aSheet({ output: 'pdf' }, { tables, tablesNote: 'Beigas' }), fonts)),
  );
  const text = execFileSync('pdftotext', ['-layout', file, '-'], { encoding: 'utf8' });
  for (const word of [
    ...['Ceļi', '500 m', 'Mērogs 1:12 500', 'Ceļa bojājumi', 'Деревья', 'Ozols'],
    ...['© OpenStreetMap', '<img src=x onerror=alert(1)>', 'Nosaukums', 'dziļums', 'Beigas'],
  ])
    expect(text).toContain(word);
  expect(text.match(/Ķīšezera iela +Яма на дороге/g)).toHaveLength(150);
  // The head of a table is on each of its pages.
  const pages = text.split('\f').filter((page) => page.includes('Ķīšezera'));
  expect(pages.length).toBeGreaterThan(1);
  for (const page of pages) expect(page).toContain('Apraksts');
  const fontList = execFileSync('pdffonts', [file], { encoding: 'utf8' });
  expect(fontList).toMatch(/Arimo.*yes/);
});

test.skipIf(!hasPoppler)(
  'a layer stays on one page of the legend, and one longer than a page says so',
  async () => {
    const entriesOf = (word: string, count: number) =>
      Array.from({ length: count }, (_, index) => ({ label: `${word}${index}`, symbol: anImage }));
    // A column has 48 rows and a page four columns: 188 entries of one layer.
    const legend = [
      { layerName: 'Ceļi', symbol: null, entries: entriesOf('c', 100) },
      { layerName: 'Koki', symbol: null, entries: entriesOf('k', 120) },
      { layerName: 'Zemes vienības ar ļoti garu nosaukumu', symbol: null, entries: entriesOf('z', 200) },
    ];
    const layout = arrangePage(
      { ...firstChoice, output: 'pdf', header: '' },
      { hasLogo: false, legendEntries: legend.map(({ entries }) => entries.length) },
    );
    const file = join(mkdtempSync(join(tmpdir(), 'pgis-pdf-')), 'legend.pdf');
    writeFileSync(file, Buffer.from(await makePdf(aSheet({ output: 'pdf' }, { legend, layout }), fonts)));
    const pages = execFileSync('pdftotext', [file, '-'], { encoding: 'utf8' }).split('\f').slice(0, -1);
    const listPages = (word: string) =>
      pages.flatMap((page, index) => (new RegExp(`^${word}\\d+$`, 'm').test(page) ? [index] : []));
    expect(listPages('c')).toEqual([1]);
    expect(listPages('k')).toEqual([2]);
    expect(listPages('z')).toEqual([2, 3]);
    expect(pages[3]).toMatch(/^Zemes.*… \(turpinājums\)$/m);
    expect(pages[3]).not.toContain('Koki');
  },
);

test('the head of a table is light in every column', async () => {
  const tables = [{ layerName: 'a', headers: ['Id', 'Nosaukums', 'Apraksts'], rows: [] }];
  const pdf = await make({}, { tables });
  const filled = [...pdf.matchAll(/([\d.]+) ([\d.]+) ([\d.]+) rg(?:(?! rg\n)[\s\S])*?re\s+B\b/g)];
  expect(filled).toHaveLength(3);
  for (const [, ...color] of filled) expect(Math.min(...color.map(Number))).toBeGreaterThan(0.9);
});

test('words of any length stay inside the page', async () => {
  const long = 'Ļoti garš '.repeat(200);
  const tables = [{ layerName: long, headers: ['Id', long], rows: [['1', 'x'.repeat(3000)]] }];
  const pdf = await make({ header: long.slice(0, 120) }, { footer: long, attribution: long, tables });
  const lefts = [...pdf.matchAll(/([\d.]+) ([\d.]+) Td/g)].map(([, left]) => toMm(Number(left)));
  expect(Math.min(...lefts)).toBeGreaterThan(0);
  expect(Math.max(...lefts)).toBeLessThan(210);
});

test('every further page reports the share of the rows, and a closed dialog ends the work there', async () => {
  const tables = ['Ceļi', 'Koki'].map((layerName) => ({
    layerName,
    headers: ['Id'],
    rows: Array.from({ length: 120 }, (_, index) => [String(index)]),
  }));
  const sheet = aSheet({ output: 'pdf' }, { tables });
  const shares: number[] = [];
  await makePdf(sheet, fonts, { onShare: (share) => shares.push(share) });
  expect(shares.length).toBeGreaterThan(2);
  expect(shares).toEqual(shares.toSorted((a, b) => a - b));
  expect([shares.some((share) => share < 0.5), shares.some((share) => share > 0.5)]).toEqual([true, true]);
  expect(shares.at(-1)).toBeLessThan(1);

  const controller = new AbortController();
  const pages = vi.fn(() => controller.abort());
  await expect(makePdf(sheet, fonts, { onShare: pages, signal: controller.signal })).rejects.toThrow();
  expect(pages).toHaveBeenCalledTimes(1);
});
