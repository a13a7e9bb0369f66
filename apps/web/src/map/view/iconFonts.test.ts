// @vitest-environment jsdom
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { type GeomStyle, typicalStyle } from '@pgis/cartography';
import { expect, test, vi } from 'vitest';
import { startFakeServer } from '../../testing/fakeServer.ts';
import { hasIconFonts, loadIconFonts } from './iconFonts.ts';

const server = startFakeServer();
const table = readFileSync(
  createRequire(import.meta.url).resolve('@pgis/cartography/iconCodes.json'),
  'utf8',
);
const tree: GeomStyle = { pointIcon: 'fa-tree' };
const tableRoutes = () => server.sent.filter(({ route }) => route.includes('iconCodes'));

test('icons are fetched when a style names some, once, and again when that failed', async () => {
  const asked: string[] = [];
  const load = async (font: string) => {
    asked.push(font);
    return [];
  };
  Object.defineProperty(document, 'fonts', { value: { load }, configurable: true });
  const consoleError = vi.spyOn(console, 'error').mockImplementation(() => {});

  await loadIconFonts({ fillColor: 'red' });
  expect(server.sent).toEqual([]);

  await loadIconFonts(tree);
  expect(hasIconFonts(tree)).toBe(false);
  expect(consoleError).toHaveBeenCalledOnce();

  const [first] = tableRoutes();
  server.on(first?.route ?? '', () => ({ text: table }));
  await loadIconFonts(tree);
  await loadIconFonts({ pointIcon: 'far fa-bell' });
  await loadIconFonts(typicalStyle(tree));
  expect(hasIconFonts(tree)).toBe(true);
  expect(asked).toEqual(['16px "pgis-icons-solid"', '16px "pgis-icons-regular"']);
  expect(tableRoutes()).toHaveLength(2);
});
