import { expect, it } from 'vitest';
import { loadWorkDays } from './workDays.ts';

const { addDays, countDays, isWorkingDay } = await loadWorkDays();

it.each([
  ['2026-11-23', true, 'a Monday'],
  ['2026-11-21', false, 'a Saturday'],
  ['2026-11-22', false, 'a Sunday'],
  ['2026-11-18', false, 'the day of the republic, a Wednesday'],
  ['2026-04-03', false, 'Good Friday'],
  ['2027-03-29', false, 'Easter Monday of another year'],
  ['2026-06-23', false, 'Midsummer Eve'],
  ['2024-05-06', false, 'the Monday in place of 4 May, a Saturday'],
  ['2025-05-05', false, 'the Monday in place of 4 May, a Sunday'],
  ['2026-12-31', false, 'New Year’s Eve'],
  ['2026-05-10', false, 'Mother’s Day, a Sunday'],
  ['2026-10-30', true, 'a Friday'],
])('%s is a working day: %s (%s)', (day, expected) => {
  expect(isWorkingDay(day)).toBe(expected);
});

it('counts working days over weekends, holidays and the turn of the year', () => {
  expect(addDays('2026-11-17', 1, 'working')).toBe('2026-11-19');
  expect(addDays('2026-11-20', 1, 'working')).toBe('2026-11-23');
  // 24 to 27 December and 31 December to 3 January are free.
  expect(addDays('2026-12-23', 5, 'working')).toBe('2027-01-05');
  expect(addDays('2026-12-23', 5, 'calendar')).toBe('2026-12-28');
});

it('counts days on which the clocks change as one day', () => {
  expect(addDays('2026-03-28', 1, 'calendar')).toBe('2026-03-29');
  expect(addDays('2026-03-28', 2, 'calendar')).toBe('2026-03-30');
  expect(addDays('2026-10-24', 2, 'calendar')).toBe('2026-10-26');
  expect(countDays('2026-10-24', '2026-10-26', 'calendar')).toBe(2);
});

it('counts the days of a pause without its first and with its last', () => {
  expect(countDays('2026-11-20', '2026-11-20', 'working')).toBe(0);
  expect(countDays('2026-11-20', '2026-11-22', 'working')).toBe(0);
  expect(countDays('2026-11-20', '2026-11-24', 'working')).toBe(2);
  expect(countDays('2026-11-20', '2026-11-24', 'calendar')).toBe(4);
});
