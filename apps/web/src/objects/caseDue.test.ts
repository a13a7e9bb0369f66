import { readFileSync } from 'node:fs';
import { beforeAll, expect, test } from 'vitest';
import { i18n } from '../i18n/index.ts';
import { dueText, localToday } from './caseDue.ts';

beforeAll(() => {
  const path = `${import.meta.dirname}/../../public/assets/i18n/en.json`;
  i18n.addTexts('en', JSON.parse(readFileSync(path, 'utf8')));
  i18n.changeLanguage('en');
});

const open = { dueOn: null, pausedOn: null, closedAt: null, isOverdue: false };

test.each([
  [{}, 'No due date'],
  [{ dueOn: '2026-11-24' }, 'Due today'],
  [{ dueOn: '2026-11-25' }, 'Due tomorrow'],
  [{ dueOn: '2026-11-26' }, 'Due 26.11.2026'],
  [{ dueOn: '2026-11-23', isOverdue: true }, '1 day overdue'],
  [{ dueOn: '2026-11-14', isOverdue: true }, '10 days overdue'],
  // The day of the company has ended before that of the user.
  [{ dueOn: '2026-11-24', isOverdue: true }, '1 day overdue'],
  [{ dueOn: '2026-11-14', pausedOn: '2026-11-20' }, 'Paused since 20.11.2026'],
  [{ dueOn: '2026-11-14', closedAt: '2026-11-20T10:00:00.000Z' }, 'Closed 20.11.2026'],
])('a case with %j reads "%s"', (values, text) => {
  expect(dueText({ ...open, ...values }, { t: i18n.t, today: '2026-11-24' })).toBe(text);
});

test('the day of the user is that of the clock on the wall', () => {
  expect(localToday(new Date(2026, 2, 5, 0, 1))).toBe('2026-03-05');
  expect(localToday(new Date(2026, 9, 25, 23, 59))).toBe('2026-10-25');
});
