import { limits } from '@pgis/contract';
import { expect, test } from 'vitest';
import { toArea, withSpatialConditions } from './tableFilter.ts';

test('a drawn area is sent to the centimetre, and not when it has more points than fit', () => {
  expect(toArea('POLYGON((2447312.123456 7789000.5,-0.004 1e3,5 6,2447312.123456 7789000.5))')).toBe(
    'POLYGON((2447312.12 7789000.5,0 1000,5 6,2447312.12 7789000.5))',
  );
  const points = Array.from({ length: 400 }, (_, i) => `${2_447_312.111 + i} 7789000.222`).join(',');
  expect(toArea(`POLYGON((${points}))`)).toBeUndefined();
  const longest = 'x'.repeat(limits.reportAreaLength);
  expect(toArea(longest)).toBe(longest);
  expect(toArea(`${longest}x`)).toBeUndefined();
});

test('what is in view and what was drawn narrow the filter of the form', () => {
  expect(withSpatialConditions({ _q: 'a' }, { extent3857: undefined, area: null })).toEqual({ _q: 'a' });
  expect(
    withSpatialConditions({}, { extent3857: [1.234, -2, 3, 4.006], area: 'POLYGON((0 0,1 0,1 1,0 0))' }),
  ).toEqual({
    _extent: '1.23,-2,3,4.01',
    _within: 'POLYGON((0 0,1 0,1 1,0 0))',
  });
});
