import { expect, test } from 'vitest';
import { type ReportStatus, toReportSteps } from './reportSteps.ts';

const NEW = 1;
const types = { new: 'open', planned: 'open', done: 'fixed', rejected: 'closed' } as const;
const ids = { new: NEW, planned: 2, done: 3, rejected: 4 } as const;

/** Statuses on successive days. */
const days = (...names: readonly (keyof typeof ids)[]): ReportStatus[] =>
  names.map((name, index) => ({ at: `day ${index + 1}`, statusId: ids[name], statusType: types[name] }));

test.each([
  ['nothing was said', days(), ['received', null, null]],
  ['it is still new', days('new'), ['received', null, null]],
  ['work was planned', days('new', 'planned', 'planned'), ['inProgress', 'day 2', null]],
  ['it is done', days('planned', 'done'), ['done', 'day 1', 'day 2']],
  ['it is done without a step between', days('done'), ['done', null, 'day 1']],
  ['an answer came after the end', days('planned', 'done', 'done'), ['done', 'day 1', 'day 2']],
  ['it was rejected', days('new', 'rejected'), ['closed', null, 'day 2']],
  ['it was reopened', days('planned', 'done', 'new'), ['received', null, null]],
  ['work began again', days('planned', 'done', 'new', 'planned'), ['inProgress', 'day 4', null]],
  ['it was done again', days('planned', 'done', 'new', 'planned', 'done'), ['done', 'day 4', 'day 5']],
] as const)('%s', (_, statuses, [state, progressAt, endedAt]) => {
  expect(toReportSteps({ review: null, statuses, firstStatusId: NEW })).toEqual({
    state,
    progressAt,
    endedAt,
  });
});

test('a report that waits or is hidden has no further steps', () => {
  for (const review of ['waiting', 'hidden'] as const)
    expect(toReportSteps({ review, statuses: days('planned', 'done'), firstStatusId: NEW })).toEqual({
      state: review,
      progressAt: null,
      endedAt: null,
    });
});
