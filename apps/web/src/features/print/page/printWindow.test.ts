// @vitest-environment jsdom
import { afterEach, expect, test, vi } from 'vitest';
import { firstChoice } from '../dialog/PrintChoice.ts';
import { findLogo } from '../sheet/companyLogo.ts';
import { arrangePage, legendColumns } from '../sheet/pageLayout.ts';
import { anImage, aSheet } from '../testing/aSheet.ts';
import { findLegacySave, openPrintWindow, printSheet } from './printWindow.ts';
import { printPageCss, writePrintPage } from './writePrintPage.ts';

afterEach(() => {
  vi.restoreAllMocks();
  document.body.replaceChildren();
});

const table = {
  layerName: 'Roads <b>',
  headers: ['Id', 'Nosaukums', 'Apraksts', '<i>key</i>'],
  rows: [['5', '<script>alert(1)</script>', '"&amp;', 'x']],
};

test('words are text on the page, whatever is in them', () => {
  const page = writePrintPage(document, aSheet({ header: '<h1>a' }, { tables: [table] }));
  expect(page.querySelectorAll('script, b, i, footer img')).toHaveLength(0);
  expect(page.querySelector('.head')?.textContent).toBe('<h1>a');
  expect(page.querySelector('.foot')?.textContent).toBe('<img src=x onerror=alert(1)>');
  expect([...page.querySelectorAll('th')].map(({ textContent }) => textContent)).toEqual(table.headers);
  expect([...page.querySelectorAll('td')].map(({ textContent }) => textContent)).toEqual(table.rows[0]);
});

test('PRINT-03 PRINT-04: the page is 75 percent wide, and the logo 100 px high', () => {
  const page = writePrintPage(document, aSheet({}, { logo: anImage }));
  expect(page.style.width).toBe('75%');
  expect(page.querySelector('.head .logo')).not.toBeNull();
  expect(printPageCss).toMatch(/\.logo \{ height: 100px;/);
});

test('map, scale bar, north arrow, legend, attribution, header and footer are there', () => {
  const { textContent } = writePrintPage(document, aSheet());
  for (const text of ['Ceļi', '500 m', 'Z', 'Ceļa bojājumi', 'Деревья', 'Ozols', '© OpenStreetMap'])
    expect(textContent).toContain(text);
});

test('a long legend has pages of its own, each with its title, and repeats the name of a layer', () => {
  const entries = Array.from({ length: 400 }, (_, index) => ({ label: `Ozols ${index}`, symbol: anImage }));
  const layout = arrangePage({ ...firstChoice, header: '' }, { hasLogo: false, legendEntries: [400] });
  const sheet = aSheet({}, { layout, legend: [{ layerName: 'Koki', symbol: null, entries }] });
  const page = writePrintPage(document, sheet);
  const pages = [...page.querySelectorAll('.legend-page')];
  expect(pages.length).toBeGreaterThan(1);
  for (const one of pages) {
    expect(one.querySelector('h2')?.textContent).toBe('Apzīmējumi');
    expect(one.querySelectorAll('.legend > div').length).toBe(legendColumns(layout.map.widthMm));
  }
  expect(page.querySelectorAll('.entry')).toHaveLength(400);
  const names = [...page.querySelectorAll('.layer')].map(({ textContent }) => textContent);
  expect(names[0]).toBe('Koki');
  expect(new Set(names.slice(1))).toEqual(new Set(['Koki(turpinājums)']));
});

test('PRINT-07: a logo that fails, or is not there, is none', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  expect(await findLogo(() => Promise.reject(new Error('gone')))).toBeNull();
  expect(writePrintPage(document, aSheet()).querySelector('.logo')).toBeNull();
  expect(await findLogo(() => Promise.resolve(anImage))).toBe(anImage);
});

test('PRINT-02: the page is printed, and the window closes when that is over', async () => {
  const frame = document.body.appendChild(document.createElement('iframe'));
  const target = frame.contentWindow as Window & typeof globalThis;
  target.HTMLImageElement.prototype.decode = () => Promise.resolve();
  const steps: string[] = [];
  target.print = () => void steps.push(`print ${target.document.querySelector('.page') !== null}`);
  target.close = () => void steps.push('close');
  target.focus = () => {};
  await printSheet(target, aSheet());
  expect(steps).toEqual(['print true']);
  target.dispatchEvent(new target.Event('afterprint'));
  expect(steps).toEqual(['print true', 'close']);
});

test('a window that the browser does not open is nothing to print in', () => {
  vi.spyOn(window, 'open').mockReturnValue(null);
  expect(openPrintWindow('…')).toBeNull();
});

test('PRINT-06: a browser that saves files as Internet Explorer did is known by that', () => {
  expect(findLegacySave()).toBeNull();
  const saved: string[] = [];
  const msSaveOrOpenBlob = (_: Blob, name: string) => saved.push(name) > 0;
  Object.assign(navigator, { msSaveOrOpenBlob });
  findLegacySave()?.(new Blob(['x']), 'map.png');
  expect(saved).toEqual(['map.png']);
  Reflect.deleteProperty(navigator, 'msSaveOrOpenBlob');
});
