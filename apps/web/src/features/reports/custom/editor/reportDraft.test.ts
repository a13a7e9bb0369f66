import type { Operator } from '@pgis/conditions';
import { expect, test } from 'vitest';
import { emptyFilter, type ReportFilterValues } from '../../filter/reportFilter.ts';
import { fromLayerReport, isWhole, newDraft, toContent } from './reportDraft.ts';

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
  const withRule = (field: string, operator: Operator, value: string) =>
    isWhole({ ...newDraft, ruleset: { condition: 'and', rules: [{ field, operator, value }] } });
  expect(withRule('', '=', 'x')).toBe(false);
  expect(withRule('age', 'between', '1\n')).toBe(false);
  expect(withRule('age', 'between', '1\n2')).toBe(true);
});

test('D-REP-03: a new report begins with all that was seen of a layer, and last month goes on being last month', () => {
  const today = new Date(2026, 0, 15);
  const source = { layerId: 7, values: emptyFilter, columns: [] };
  expect(fromLayerReport(source, today)).toEqual({ ...newDraft, layerIds: [7], groupBy: 'status' });
  const values: ReportFilterValues = {
    text: ' Main ',
    statuses: ['12', 'none'],
    from: '2025-12-01',
    to: '2025-12-31',
    isMine: true,
    fields: { species: 'oak ', size: ' ' },
  };
  expect(fromLayerReport({ layerId: 7, values, columns: ['name', 'data.species'] }, today)).toEqual({
    ...newDraft,
    layerIds: [7],
    groupBy: 'status',
    columns: ['name', 'data.species'],
    period: { kind: 'lastMonth' },
    ruleset: { condition: 'and', rules: [{ field: 'species', operator: 'contains', value: 'oak' }] },
    filter: { text: 'Main', statusIds: [12, null], onlyMine: true },
  });
  const since = fromLayerReport({ ...source, values: { ...emptyFilter, from: '2025-12-02' } }, today);
  expect(since.period).toEqual({ kind: 'between', from: '2025-12-02' });
});

test('D-REP-03: what filters nothing is not sent', () => {
  expect(toContent({ ...newDraft, filter: { text: ' ', statusIds: [], onlyMine: false } }).filter).toEqual(
    {},
  );
});
