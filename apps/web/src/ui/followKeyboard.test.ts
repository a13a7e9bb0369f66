// @vitest-environment jsdom
import { afterEach, expect, test, vi } from 'vitest';
import { followKeyboard } from './followKeyboard.ts';

class SeenPart extends EventTarget {
  height = 844;
  offsetTop = 0;
  scale = 1;
}

let stop = () => {};
afterEach(() => {
  stop();
  vi.unstubAllGlobals();
});

function start(): SeenPart {
  const seen = new SeenPart();
  vi.stubGlobal('visualViewport', seen);
  vi.stubGlobal('innerHeight', 844);
  stop = followKeyboard();
  return seen;
}
function change(seen: SeenPart, to: Partial<SeenPart>): string {
  Object.assign(seen, to);
  seen.dispatchEvent(new Event('resize'));
  return document.documentElement.style.getPropertyValue('--keyboard-inset');
}

test('what a keyboard covers is known, also when the page has been pushed up, and given back', () => {
  const seen = start();
  expect(change(seen, { height: 508 })).toBe('336px');
  expect(change(seen, { offsetTop: 100 })).toBe('236px');
  expect(change(seen, { height: 844, offsetTop: 0 })).toBe('0px');
});

test('zooming in with two fingers is no keyboard', () => {
  expect(change(start(), { height: 422, scale: 2 })).toBe('0px');
});
