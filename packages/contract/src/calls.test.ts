import type { TSchema } from 'typebox';
import Value from 'typebox/value';
import { expect, test } from 'vitest';
import { type Call, callPath } from './call.ts';
import { calls } from './calls.ts';
import { limits } from './limits.ts';

const call = (name: string): Call & { readonly body: TSchema; readonly query: TSchema } => {
  const found = calls.find((candidate) => candidate.name === name);
  if (found === undefined) throw new Error(`There is no call ${name}`);
  return found as Call & { body: TSchema; query: TSchema };
};

test('the list holds calls of every resource and nothing else', () => {
  expect(new Set(calls.map(({ name }) => name)).size).toBe(calls.length);
  for (const { name, method, path, policy } of calls)
    expect([name, method, path, policy.audience]).toEqual([
      expect.stringMatching(/^[a-z]\w+$/),
      expect.stringMatching(/^[A-Z]+$/),
      expect.stringMatching(/^\/api\//),
      expect.any(String),
    ]);
  for (const name of ['createToken', 'loadPoints', 'runCustomReport', 'searchPlaces']) call(name);
});

const report = {
  name: 'Oaks',
  description: '',
  shared: false,
  layerIds: [1, 2],
  columns: ['name', 'data.species'],
  ruleset: null,
  dateField: 'added',
  period: { kind: 'all' },
  groupBy: null,
  metrics: ['count', 'area'],
  chart: 'none',
};

test.each([
  [{}, true],
  [{ id: 5, canEdit: true }, true],
  [{ filter: { statusIds: [1, null] } }, true],
  [{ layerIds: [1, 1] }, false],
  [{ columns: ['name', 'name'] }, false],
  [{ columns: ['wkt', 'reference'] }, true],
  [{ metrics: ['count', 'count'] }, false],
  [{ filter: { statusIds: [1, 1] } }, false],
  [{ filter: { statusIds: [] } }, false],
  [{ filter: { other: 1 } }, false],
  [{ period: { kind: 'all', days: 3 } }, false],
  [{ period: { kind: 'someday' } }, false],
  [{ other: 1 }, false],
])('D-REP-03: a custom report with %j is well-formed: %s', (more, isValid) => {
  expect(Value.Check(call('addCustomReport').body, { ...report, ...more })).toBe(isValid);
});

test.each([
  ['exportObjectReport', { columns: ['id', 'name'] }, true],
  ['exportObjectReport', { columns: ['id', 'id'] }, false],
  ['exportObjectReport', { columns: [] }, false],
  ['exportObjectReport', { filter: { species: 'oak', _from: '2026-01-31' } }, true],
  ['exportObjectReport', { filter: { _other: 'x' } }, false],
  ['orderClassifiers', { ids: [2, 1] }, true],
  ['orderClassifiers', { ids: [1, 1] }, false],
  ['orderClassifiers', { ids: [] }, false],
])('%s takes %j: %s', (name, body, isValid) => {
  expect(Value.Check(call(name).body, body)).toBe(isValid);
});

test.each([
  ['listUsers', { _sort: 'email' }, true],
  ['listUsers', { _sort: '-createdAt' }, true],
  ['listUsers', { _sort: 'password' }, false],
  ['listUsers', { _other: '1' }, false],
  ['getGeomImage', { until: 1, signature: 'x' }, true],
  ['getGeomImage', { other: 1 }, false],
  ['getLayerExtent', { _other: '1' }, false],
  ['countRuleMatches', { _field: 'state', _value: 'a' }, true],
  ['countRuleMatches', { _other: '1' }, false],
  ['listClassObjects', { _sort: `-data.${'x'.repeat(limits.data.keyLength)}` }, true],
  ['listClassObjects', { _sort: `-data.${'x'.repeat(limits.data.keyLength + 1)}` }, false],
])('%s has the query %j: %s', (name, query, isValid) => {
  expect(Value.Check(call(name).query, query)).toBe(isValid);
});

test('a user is in a group once', () => {
  const user = { email: 'a@b.example', firstName: '', lastName: '', groupIds: [1, 2] };
  expect(Value.Check(call('addUser').body, user)).toBe(true);
  expect(Value.Check(call('addUser').body, { ...user, groupIds: [1, 1] })).toBe(false);
});

test('files arrive as multipart forms, and the form of a mail provider is not read', () => {
  const namesOf = (key: 'isMultipart' | 'ignoresForm') =>
    calls.filter((candidate) => candidate[key] === true).map(({ name }) => name);
  expect(namesOf('isMultipart').sort()).toEqual(['addGeomFiles', 'importLogo', 'importZip']);
  expect(namesOf('ignoresForm')).toEqual(['unsubscribe']);
});

test('the path of a call has its parameters encoded, and none may be missing', () => {
  expect(callPath(call('runCustomReport'), { id: 7 })).toBe('/api/v1/reports/custom/7/run');
  expect(callPath(call('listCustomReports'))).toBe('/api/v1/reports/custom');
  expect(callPath(call('setPasswordByLink'), { token: 'a/b ā' })).toBe('/api/v1/user/new/a%2Fb%20%C4%81');
  expect(() => callPath(call('runCustomReport'))).toThrow('the path parameter id is missing');
});
