import { expect, test } from 'vitest';
import { parseCustomPlace } from './customPlace.ts';

test('an address tells which report is open, and nonsense opens the list', () => {
  expect(parseCustomPlace({ report: 3 })).toEqual({ report: 3 });
  expect(parseCustomPlace({ report: '4294967297', other: 1 })).toEqual({ report: 4_294_967_297 });
  expect(parseCustomPlace({ edit: 'new', copy: 2 })).toEqual({ edit: 'new', copy: 2 });
  const ofLayer = { layer: 7, from: '2026-10-01', to: '2026-10-31', columns: ['name', 'data.species'] };
  expect(parseCustomPlace({ edit: 'new', ...ofLayer })).toEqual({ edit: 'new', ...ofLayer });
  expect(parseCustomPlace({ edit: 'new', layer: 'x', from: 3, columns: 'name' })).toEqual({ edit: 'new' });
  expect(parseCustomPlace({ edit: 5, report: 3 })).toEqual({ edit: 5 });
  expect(parseCustomPlace({ report: 'x', edit: -1, copy: {} })).toEqual({});
});
