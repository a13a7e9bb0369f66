// @vitest-environment jsdom
import { beforeEach, expect, test, vi } from 'vitest';
import { readHiddenRules, writeHiddenRules } from './hiddenRulesText.ts';

beforeEach(() => {
  vi.resetModules();
  // biome-ignore lint/suspicious/noDocumentCookie: jsdom has no cookie store.
  document.cookie = 'pgis_prefs=; Path=/; Max-Age=0';
});

const load = () => import('./hiddenRules.ts');
const layerId = 3 * 2 ** 32 + 17;

test('D-UI-02: rules that are switched off stay so after a reload, in the one cookie', async () => {
  const before = await load();
  before.setHiddenRules(layerId, ['abc', '0z']);
  before.setHiddenRules(7, ['q']);
  before.setHiddenRules(7, []);
  vi.resetModules();
  const after = await load();
  expect([...after.hiddenRules.get()]).toEqual([[layerId, new Set(['abc', '0z'])]]);
  expect(localStorage).toHaveLength(0);
});

test('what was written is read, and needs no escapes in a cookie', () => {
  const hidden = new Map([
    [1, new Set(['a'])],
    [layerId, new Set(['1z141z3', 'b'])],
  ]);
  const text = writeHiddenRules(hidden);
  expect(encodeURIComponent(text)).toBe(text);
  expect(readHiddenRules(text)).toEqual(hidden);
});

test('the cookie never grows past its room: what was switched last stays', () => {
  const many = new Map(
    Array.from({ length: 60 }, (_, id) => [id, new Set(Array.from({ length: 20 }, (_, i) => `t${i}`))]),
  );
  const text = writeHiddenRules(many);
  expect(text.length).toBeLessThanOrEqual(2_000);
  expect(readHiddenRules(text).has(59)).toBe(true);
  expect(readHiddenRules(text).has(0)).toBe(false);
});

test.each(['', '~', 'x', '-a', 'a-', 'a-b.', 'a-B', 'a-b c', '<script>', 'a-12345678'])(
  'a cookie that holds %j switches nothing off',
  (text) => {
    expect(readHiddenRules(text).size).toBe(0);
  },
);
