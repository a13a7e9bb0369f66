import { describe, expect, test } from 'vitest';
import type { UserActor } from '../../access/Actor.ts';
import { AppError } from '../../errors/AppError.ts';
import type { LayerAccess } from '../../layers/layerQuery.ts';
import { parseAddressFilter, withFilter } from './addressFilter.ts';
import { withObjectFilters } from './objectFilter.ts';
import { toContentQuery } from './reportContent.ts';
import { inBody, inQuery, parseReportFilter } from './reportFilter.ts';

const access = { layer: { id: 7, fieldNames: ['state'] }, rights: {}, filters: [] } as unknown as LayerAccess;
const other = { layer: { id: 8, fieldNames: [] }, rights: {}, filters: [] } as unknown as LayerAccess;
const actor = { kind: 'user', userId: 5 } as UserActor;
const reporter = { authorId: 5, visitorId: undefined, reportIds: [] };

const refusal = (run: () => unknown): unknown => {
  try {
    run();
  } catch (error) {
    if (error instanceof AppError) return [error.code, error.errors];
    throw error;
  }
  return undefined;
};

describe('the filter of an address', () => {
  test.each([
    [
      { _field: 'state', _value: ' good ' },
      { layerId: undefined, field: 'state', value: 'good' },
    ],
    [
      { _class: 7, _field: 'state', _value: 'a' },
      { layerId: 7, field: 'state', value: 'a' },
    ],
    [{ _field: 'state' }, undefined],
    [{ _field: 'state', _value: '  ' }, undefined],
    [{ _field: '', _value: 'a' }, undefined],
    [{ _value: 'a' }, undefined],
    [{}, undefined],
  ])('OFLT-04: %j becomes %j', (wire, expected) => expect(parseAddressFilter(wire)).toEqual(expected));

  test('D-OBJ-14: it adds to the filters of a layer', () => {
    const once = withFilter(access, { layerId: undefined, field: 'state', value: 'a' });
    expect(withFilter(once, { layerId: undefined, field: 'state', value: 'b' }).filters).toEqual([
      { field: 'state', operator: 'contains', value: 'a' },
      { field: 'state', operator: 'contains', value: 'b' },
    ]);
  });
});

describe('the filters of a map load', () => {
  test('D-OBJ-14: each goes to its layer; one of a layer that was not requested is ignored', () => {
    const filters = [
      { classId: 7, field: 'state', value: 'a' },
      { classId: 9, field: 'unknown', value: 'b' },
    ];
    expect(withObjectFilters([access, other], filters).map((one) => one.filters)).toEqual([
      [{ field: 'state', operator: 'contains', value: 'a' }],
      [],
    ]);
  });

  test('D-OBJ-14: a field that its layer does not have is refused with its path', () => {
    const filters = [
      { classId: 7, field: 'state', value: 'a' },
      { classId: 8, field: 'state', value: 'a' },
    ];
    expect(refusal(() => withObjectFilters([access, other], filters))).toEqual([
      'UNKNOWN_FIELD',
      [{ path: '/objectFilter/1/field', code: 'UNKNOWN_FIELD' }],
    ]);
  });
});

describe('the filter of a layer report', () => {
  const parse = (filter: Record<string, string | boolean>, pathOf = inQuery) =>
    parseReportFilter(filter, { actor, access, pathOf });
  const noFields = { condition: 'and', rules: [] };
  const withText = (value: string) => JSON.stringify([{ field: 'state', operator: '=', value }]);

  test.each([
    [{}, { fields: noFields }],
    [
      { state: ' Good ' },
      { fields: { condition: 'and', rules: [{ field: 'state', operator: 'contains', value: ' Good ' }] } },
    ],
    [{ state: '  ' }, { fields: noFields }],
    [{ _q: 'main' }, { fields: noFields, text: 'main' }],
    [{ _status: '12,none' }, { fields: noFields, statusIds: [12, null] }],
    [{ _mine: true }, { fields: noFields, addedBy: reporter }],
    [{ _mine: false }, { fields: noFields }],
    [{ _id: '4294967297' }, { fields: noFields, ids: [4_294_967_297] }],
    [{ _from: '2026-03-01' }, { fields: noFields, period: { date: 'added', from: '2026-03-01' } }],
    [
      { _from: '2026-03-01T10:00Z', _to: '2026-03-31' },
      { fields: noFields, period: { date: 'added', from: '2026-03-01T10:00Z', to: '2026-03-31' } },
    ],
    [{ _extent: '1,2,3.5,4e1' }, { fields: noFields, extent: [1, 2, 3.5, 40] }],
    [{ _sort: 'name', _after: 'x', _totals: false }, { fields: noFields }],
  ] as const)('D-REP-02: %j becomes %j', (wire, expected) =>
    expect(parse(wire)).toEqual({ layers: [access], extentTest: 'shape', ...expected }),
  );

  test.each([
    [{ unknown: 'a' }, 'UNKNOWN_FIELD', 'unknown', 'UNKNOWN_FIELD'],
    [{ _from: '2026-02-31' }, 'VALIDATION', '_from', 'WRONG_FORMAT'],
    [{ _to: '0000-01-01' }, 'VALIDATION', '_to', 'WRONG_FORMAT'],
    [{ _extent: '3,0,1,1' }, 'VALIDATION', '_extent', 'WRONG_FORMAT'],
    [{ _extent: '0,0,1,1.1.1' }, 'VALIDATION', '_extent', 'WRONG_FORMAT'],
    [{ _conditions: withText('\0') }, 'VALIDATION', '_conditions/0/value', 'NOT_ALLOWED'],
    [{ _conditions: withText('\ud800') }, 'VALIDATION', '_conditions/0/value', 'NOT_ALLOWED'],
  ])('D-REP-02: %j is refused', (wire, code, key, problem) => {
    expect(refusal(() => parse(wire as never))).toEqual([code, [{ path: `query/${key}`, code: problem }]]);
    expect(refusal(() => parse(wire as never, inBody))).toEqual([
      code,
      [{ path: `/filter/${key}`, code: problem }],
    ]);
  });
});

test('D-REP-03: the ruleset, the filter and the period of a custom report', () => {
  const ruleset = {
    condition: 'or' as const,
    rules: [{ field: 'state', operator: '!=' as const, value: 'a' }],
  };
  const filter = { text: 'main', statusIds: [null, 3], onlyMine: true };
  const days = { from: '2026-01-01', to: '2026-01-31' };
  expect(
    toContentQuery(
      { ruleset, filter, dateField: 'closed' },
      { actor, layers: [access, other], days, today: '2026-11-26' },
    ),
  ).toEqual({
    layers: [access, other],
    fields: ruleset,
    text: 'main',
    statusIds: [null, 3],
    addedBy: reporter,
    period: { date: 'closed', ...days },
  });
  expect(
    toContentQuery(
      { ruleset: null, filter: {}, dateField: 'added' },
      { actor, layers: [], days: {}, today: '2026-11-26' },
    ),
  ).toEqual({ layers: [], fields: null, period: { date: 'added' } });
});
