// @vitest-environment jsdom
import { afterEach, expect, test, vi } from 'vitest';
import { followKeyboard } from './followKeyboard.ts';

class FakeViewport extends EventTarget {
  height = 844;
  offsetTop = 0;
  scale = 1;
}

let stop = () => {};
afterEach(() => {
  stop();
  vi.unstubAllGlobals();
});

function start(): FakeViewport {
  const viewport = new FakeViewport();
  vi.stubGlobal('visualViewport', viewport);
  vi.stubGlobal('innerHeight', 844);
  stop = followKeyboard();
  return viewport;
}
function change(viewport: FakeViewport, to: Partial<FakeViewport>): string {
  Object.assign(viewport, to);
  viewport.dispatchEvent(new Event('resize'));
  return document.documentElement.style.getPropertyValue('--keyboard-inset');
}

test('what a keyboard covers is known, also when the page has been pushed up, and given back', () => {
  const viewport = start();
  expect(change(viewport, { height: 508 })).toBe('336px');
  expect(change(viewport, { offsetTop: 100 })).toBe('236px');
  expect(change(viewport, { height: 844, offsetTop: 0 })).toBe('0px');
});

test('zooming in with two fingers is no keyboard', () => {
  expect(change(start(), { height: 422, scale: 2 })).toBe('0px');
});
