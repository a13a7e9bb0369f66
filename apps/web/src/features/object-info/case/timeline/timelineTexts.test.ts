import { readFileSync } from 'node:fs';
import { fieldLabels, type TimelineEntry } from '@pgis/contract';
import { expect, test } from 'vitest';
import { i18n } from '../../../../i18n/index.ts';
import { toLines } from './timelineTexts.ts';

i18n.addTexts(
  'en',
  JSON.parse(readFileSync(`${import.meta.dirname}/../../../../../public/assets/i18n/en.json`, 'utf8')),
);
await i18n.changeLanguage('en');

const labels = fieldLabels(
  {
    layerFields: [
      {
        ...{ name: 'surface', type: 'text', names: { en: 'Surface' } },
        schema: { type: 'list', values: [{ value: 'gravel', names: { en: 'Gravel' } }] },
      },
    ],
    companyLanguage: 'en',
  },
  'en',
);
const texts = { t: i18n.t, labels, nameOf: (key: string, id: number) => `${key} ${id}` };
const linesOf = (action: string, details: Record<string, unknown> = {}) =>
  toLines(
    { key: '', at: '', by: '', action, comment: null, isStatusNew: false, details } as TimelineEntry,
    texts,
  );

test('an edit is told by the names of its fields, with the values before and after it', () => {
  expect(
    linesOf('OBJECT_CHANGED', {
      old: { name: 'A', isPublic: true, data: { surface: 'gravel', depth: 8 }, geometry: { kind: 1 } },
      new: { name: 'B', isPublic: false, data: { surface: '', depth: 8 }, geometry: { kind: 1, wkt: 'x' } },
      version: 3,
    }),
  ).toEqual([
    { label: 'Name', old: 'A', now: 'B' },
    { label: 'Public', old: 'Yes', now: 'No' },
    { label: 'Surface', old: 'Gravel', now: '—' },
    { label: 'Shape' },
  ]);
  expect(linesOf('OBJECT_MOVED_TO_LAYER', { old: { classId: 11 }, new: { classId: 12 } })).toEqual([
    { label: 'Layer', old: 'classId 11', now: 'classId 12' },
  ]);
});

test('a change of the work names who had it and who has it', () => {
  expect(
    linesOf('OBJECT_CASE_CHANGED', {
      isByRule: false,
      old: { assignee: null, unit: null, dueOn: '2026-11-20', priority: 'low' },
      new: { assignee: 'Ilze', unit: 'Roads', dueOn: null, priority: 'high' },
    }),
  ).toEqual([
    { label: 'Assignee', old: 'Nobody', now: 'Ilze' },
    { label: 'Unit', old: 'Unit of the layer', now: 'Roads' },
    { label: 'Due date', old: '20.11.2026', now: 'No due date' },
    { label: 'Priority', old: 'Low', now: 'High' },
  ]);
  expect(
    linesOf('OBJECT_CASE_CHANGED', { old: { pausedOn: null }, new: { pausedOn: '2026-11-20' } }),
  ).toEqual([{ label: 'Paused since 20.11.2026' }]);
  expect(
    linesOf('OBJECT_CASE_CHANGED', { old: { pausedOn: '2026-11-20' }, new: { pausedOn: null } }),
  ).toEqual([{ label: 'Continued' }]);
  expect(linesOf('OBJECT_CASE_CHANGED', { isByRule: true, new: { told: 'Ilze', priority: 'high' } })).toEqual(
    [
      { label: 'Notified', now: 'Ilze' },
      { label: 'Priority', now: 'High' },
    ],
  );
});

test('other events are told by their names, with the reason or the file', () => {
  expect(linesOf('OBJECT_HIDDEN', { new: { review: 'hidden', hiddenReason: 'A face' } })).toEqual([
    { label: 'Object hidden from visitors', now: 'A face' },
  ]);
  expect(linesOf('FILE_DELETED', { old: { name: 'a.png' } })).toEqual([
    { label: 'File deleted', now: 'a.png' },
  ]);
  expect(linesOf('OBJECT_APPROVED', { old: { review: 'waiting' }, new: { review: null } })).toEqual([
    { label: 'Object approved' },
  ]);
  expect(linesOf('COMMENT_DELETED')).toEqual([{ label: 'Comment deleted' }]);
  expect(linesOf('OBJECT_ADDED')).toEqual([{ label: 'Reported' }]);
});
