import { expect, test } from 'vitest';
import {
  type LayerReportSource,
  parseCustomReportLocation,
  toCustomReportSearch,
} from './customReportLocation.ts';

test('an address tells which report is open, and nonsense opens the list', () => {
  expect(parseCustomReportLocation({ report: 3 })).toEqual({ report: 3 });
  expect(parseCustomReportLocation({ report: '4294967297', other: 1 })).toEqual({ report: 4_294_967_297 });
  expect(parseCustomReportLocation({ edit: 'new', copy: 2 })).toEqual({ edit: 'new', copy: 2 });
  expect(parseCustomReportLocation({ edit: 'new', layer: 'x', from: 3, columns: 'name' })).toEqual({
    edit: 'new',
  });
  expect(parseCustomReportLocation({ edit: 5, report: 3 })).toEqual({ edit: 5 });
  expect(parseCustomReportLocation({ report: 'x', edit: -1, copy: {} })).toEqual({});
});

test('D-REP-03: the address of a new report takes everything along that a layer report filters by', () => {
  const source: LayerReportSource = {
    layerId: 7,
    values: {
      text: 'Main',
      statuses: ['12', 'none'],
      from: '2026-10-01',
      to: '2026-10-31',
      isMine: true,
      fields: { species: 'oak' },
    },
    columns: ['name', 'data.species'],
  };
  expect(parseCustomReportLocation(toCustomReportSearch(source))).toEqual({ edit: 'new', source });
});
