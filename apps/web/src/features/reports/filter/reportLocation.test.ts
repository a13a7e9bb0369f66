import { expect, test } from 'vitest';
import { emptyFilter } from './reportFilter.ts';
import { parseReportLocation, toReportSearch } from './reportLocation.ts';

test('D-REP-01: the address holds the layer, its filter and its order, and gives them back', () => {
  const location = {
    layerId: 4294967301,
    values: {
      text: 'liepu',
      statuses: ['4294967307', 'none'],
      from: '2026-10-01',
      to: '2026-10-31',
      isMine: true,
      fields: { species: 'oak', kadastrs: '01000010002' },
      conditions: [{ field: 'age', operator: 'between' as const, value: '20\n30' }],
    },
    sort: '-data.species',
  };
  const search = JSON.parse(JSON.stringify(toReportSearch(location)));
  expect(parseReportLocation(search)).toEqual(location);
});

test('an untouched report has a short address; what makes no sense in one is left out', () => {
  const untouched = { layerId: 5, values: emptyFilter, sort: undefined };
  expect(toReportSearch(untouched)).toEqual({ layer: 5 });
  expect(toReportSearch({ ...untouched, values: { ...emptyFilter, text: ' ', fields: { a: ' ' } } })).toEqual(
    {
      layer: 5,
    },
  );
  const invalid = {
    layer: 'x',
    q: { a: 1 },
    status: ['1', '; DROP'],
    from: 'soon',
    mine: 'yes',
    fields: 7,
    conditions: [{ field: 'age', operator: 'like', value: '2' }],
    sort: 3,
  };
  expect(parseReportLocation(invalid)).toEqual({
    layerId: null,
    values: { ...emptyFilter, statuses: ['1'] },
    sort: undefined,
  });
  expect(parseReportLocation({}).values).toBe(emptyFilter);
});
