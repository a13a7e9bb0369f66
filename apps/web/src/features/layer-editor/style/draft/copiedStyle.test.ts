import { afterEach, expect, test, vi } from 'vitest';
import { copiedStyle, copyStyle } from './copiedStyle.ts';
import type { StyleDraft } from './StyleDraft.ts';

const stored = { isChanged: false, storedText: '{"lineWidth": 3}' } as StyleDraft;

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

test('a style is copied as text and for other layers', () => {
  const writeText = vi.fn(async () => {});
  vi.stubGlobal('navigator', { clipboard: { writeText } });
  copyStyle(stored);
  expect(writeText).toHaveBeenCalledExactlyOnceWith('{"lineWidth": 3}');
  expect(copiedStyle.get()).toBe('{"lineWidth": 3}');
});

test('a style is copied for other layers, too, where the browser refuses its clipboard, and the log says why', async () => {
  const refusal = new Error('refused');
  const log = vi.spyOn(console, 'info').mockReturnValue();
  vi.stubGlobal('navigator', { clipboard: { writeText: () => Promise.reject(refusal) } });
  copyStyle({ ...stored, storedText: '{"lineWidth": 4}' });
  expect(copiedStyle.get()).toBe('{"lineWidth": 4}');
  await vi.waitFor(() => expect(log).toHaveBeenCalledExactlyOnceWith(expect.any(String), refusal));
});
