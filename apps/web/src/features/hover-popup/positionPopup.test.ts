import { expect, test } from 'vitest';
import { positionPopup } from './positionPopup.ts';

const area = { width: 800, height: 600 };
const popup = { width: 296, height: 200 };
const place = (anchor: readonly [number, number], changes = {}) =>
  positionPopup({ anchor, gapPx: 12, popup, area, ...changes });

test.each([
  ['in the middle: above', [400, 400], { left: 252, bottom: 212 }],
  ['near the upper edge: below', [400, 100], { left: 252, top: 112 }],
  ['near the left edge: pushed inside', [10, 400], { left: 8, bottom: 212 }],
  ['near the right edge: pushed inside', [790, 400], { left: 496, bottom: 212 }],
] as const)('the popup stands %s', (_, anchor, expected) => {
  expect(place(anchor)).toMatchObject(expected);
});

test('a popup that fits neither above nor below stands beside', () => {
  const tall = { popup: { width: 296, height: 400 } };
  expect(place([400, 300], tall)).toMatchObject({ left: 412, top: 100 });
  expect(place([700, 300], tall)).toMatchObject({ left: 392, top: 100 });
});

test.each([
  [[180, 100], 'below'],
  [[180, 300], 'above'],
] as const)(
  'on a phone, where it fits nowhere, the popup at %j takes the larger side and scrolls',
  (anchor, side) => {
    const phone = { area: { width: 360, height: 400 }, popup: { width: 296, height: 380 } };
    const { top, bottom, maxHeight } = place(anchor, phone);
    expect([top !== undefined, bottom !== undefined]).toEqual([side === 'below', side === 'above']);
    expect(maxHeight).toBe(side === 'below' ? 280 : 280);
  },
);

test('wherever it stands, the popup is inside the map and off the anchor', () => {
  for (let x = 0; x <= area.width; x += 50)
    for (let y = 0; y <= area.height; y += 50)
      for (const height of [80, 200, 400, 590]) {
        const { left, top, bottom, maxHeight } = place([x, y], { popup: { width: 296, height } });
        const visibleHeight = Math.min(height, maxHeight);
        const upper = top ?? area.height - (bottom ?? 0) - visibleHeight;
        expect(left).toBeGreaterThanOrEqual(8);
        expect(left + 296).toBeLessThanOrEqual(area.width - 8);
        expect(upper).toBeGreaterThanOrEqual(8);
        expect(upper + visibleHeight).toBeLessThanOrEqual(area.height - 8);
        const isOver = x > left && x < left + 296 && y > upper && y < upper + visibleHeight;
        expect(isOver).toBe(false);
      }
});
