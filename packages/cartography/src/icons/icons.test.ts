import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { listIconFontPaths } from '../node/index.ts';
import { findIcon } from './findIcon.ts';
import { ICON_FONT_FAMILIES } from './iconFonts.ts';
import { listIconFamilies, loadIconFonts, namesIcons } from './loadIconFonts.ts';
import { PICKER_ICONS, searchIcons } from './searchIcons.ts';

test.each([
  ['fa-trash', '\uf1f8', 'pgis-icons-solid'],
  ['fa fa-trash', '\uf1f8', 'pgis-icons-solid'],
  ['fa-solid fa-bell', '\uf0f3', 'pgis-icons-solid'],
  ['far fa-bell', '\uf0f3', 'pgis-icons-regular'],
  ['fa-regular fa-bell', '\uf0f3', 'pgis-icons-regular'],
  ['fg-compass', '\uea90', 'pgis-icons-gis'],
  ['fa-trash-alt', '\uf2ed', 'pgis-icons-solid'],
])('%s', (pointIcon, text, family) => {
  expect(findIcon(pointIcon)).toEqual({ text, family });
});

test.each([
  '',
  ' ',
  'trash',
  'fa-',
  'fa-no-such-icon',
  'far fa-road',
  'constructor',
  'fa-constructor',
  '<b>',
  '\u0000',
])('%j is no icon', (pointIcon) => {
  expect(findIcon(pointIcon)).toBeUndefined();
});

test('every icon of the picker can be drawn', () => {
  for (const { className, family } of PICKER_ICONS) {
    expect(ICON_FONT_FAMILIES).toContain(family);
    expect(findIcon(className)?.family).toBe(family);
  }
});

test('icons are found by name and by other words', () => {
  expect(searchIcons('trash').map(({ className }) => className)).toContain('fa-trash-can');
  expect(searchIcons('garbage').map(({ className }) => className)).toContain('fa-trash');
  expect(searchIcons('NORTH arrow').map(({ className }) => className)).toContain('fg-north-arrow');
  expect(searchIcons('')).toHaveLength(PICKER_ICONS.length);
  expect(searchIcons('qqqq')).toEqual([]);
});

test('every word of a search has to fit, whatever its case and the spaces around it', () => {
  const found = searchIcons('  Trash  CAN ').map(({ className }) => className);
  expect(found).toContain('fa-trash-can');
  expect(found.length).toBeLessThan(searchIcons('trash').length);
  expect(searchIcons('  ')).toHaveLength(PICKER_ICONS.length);
});

test('a style names icons in any of its rules', () => {
  expect(namesIcons({})).toBe(false);
  expect(namesIcons({ pointIcon: ' ' })).toBe(false);
  expect(namesIcons({ pointIcon: 'fa-tree' })).toBe(true);
  expect(namesIcons({ labelRules: [{ rule: 'data.a=1', pointIcon: 'fa-tree' }] })).toBe(true);
});

test('browser and Node take every font from the same file', () => {
  const css = readFileSync(new URL('./iconFonts.css', import.meta.url), 'utf8');
  const inCss = [...css.matchAll(/font-family: "(.+?)";\s+src: url\("(.+?)"\)/g)];
  const onDisk = listIconFontPaths();
  expect(inCss.map(([, family]) => family)).toEqual(ICON_FONT_FAMILIES);
  expect(onDisk.map(({ family }) => family)).toEqual(ICON_FONT_FAMILIES);
  for (const [i, { path }] of onDisk.entries()) {
    expect(existsSync(path)).toBe(true);
    expect(path.replaceAll('\\', '/').endsWith(`/node_modules/${inCss[i]?.[2]}`)).toBe(true);
  }
});

test('only the fonts of a style are waited for', async () => {
  const style = {
    pointIcon: 'fa-tree',
    labelRules: [{ rule: 'data.a=1', pointIcon: 'fg-compass' }, { rule: 'data.a=2' }],
  };
  const families = listIconFamilies(style);
  expect([...families].sort()).toEqual(['pgis-icons-gis', 'pgis-icons-solid']);
  expect(listIconFamilies({})).toEqual([]);
  const asked: string[] = [];
  await loadIconFonts(families, {
    load: async (font) => {
      asked.push(font);
      return [];
    },
  });
  expect(asked.sort()).toEqual(['16px "pgis-icons-gis"', '16px "pgis-icons-solid"']);
});
