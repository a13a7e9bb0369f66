import { expect, test } from 'vitest';
import { draftOf, isWhole, newDraft, toContent } from './reportDraft.ts';

test('D-REP-03: a list has no chart, rules that are none are none, days belong to a period between two', () => {
  const draft = {
    ...newDraft,
    groupBy: null,
    ruleset: { condition: 'or' as const, rules: [] },
    period: { kind: 'all' as const, from: '2026-01-01' },
  };
  expect(toContent(draft)).toMatchObject({ chart: 'none', ruleset: null, period: { kind: 'all' } });
  expect(toContent(draft).period).not.toHaveProperty('from');
  expect(toContent(newDraft).chart).toBe('bar');
});

test('what cannot be run yet is not asked for', () => {
  expect(isWhole(newDraft)).toBe(true);
  expect(isWhole({ ...newDraft, metrics: [] })).toBe(false);
  expect(isWhole({ ...newDraft, metrics: [], groupBy: null })).toBe(true);
  expect(isWhole({ ...newDraft, columns: [], groupBy: null })).toBe(false);
  expect(isWhole({ ...newDraft, period: { kind: 'between' } })).toBe(false);
  expect(isWhole({ ...newDraft, period: { kind: 'between', to: '2026-01-01' } })).toBe(true);
  const rules = [{ field: '', operator: '=' as const, value: 'x' }];
  expect(isWhole({ ...newDraft, ruleset: { condition: 'and', rules } })).toBe(false);
});

test('a new report begins with what was seen of a layer, and last month goes on being last month', () => {
  const today = new Date(2026, 0, 15);
  expect(draftOf({}, today)).toEqual(newDraft);
  expect(
    draftOf({ layer: 7, from: '2025-12-01', to: '2025-12-31', columns: ['name', 'data.species'] }, today),
  ).toEqual({
    ...newDraft,
    layerIds: [7],
    groupBy: 'status',
    columns: ['name', 'data.species'],
    period: { kind: 'lastMonth' },
  });
  expect(draftOf({ from: '2025-12-02' }, today).period).toEqual({ kind: 'between', from: '2025-12-02' });
});
