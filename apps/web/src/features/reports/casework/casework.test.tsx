import { type CaseFigures, type CaseReport, caseFigureLists as lists } from '@pgis/contract';
import { cleanup, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import { toInboxHref } from '../../../objects/inboxLocation.ts';
import { renderOnMap } from '../../../testing/renderOnMap.tsx';
import { AgeChart } from './AgeChart.tsx';
import { FigureTiles } from './FigureTiles.tsx';
import { HotSpots } from './HotSpots.tsx';
import { WeekChart } from './WeekChart.tsx';
import { WorkTable } from './WorkTable.tsx';

afterEach(cleanup);

const figures = (more: Partial<CaseFigures> = {}): CaseFigures => ({
  ...{
    open: 108,
    overdue: 16,
    received: 340,
    answered: 300,
    closed: 329,
    reopened: 12,
    reopenedShare: 0.036,
  },
  daysToAnswer: { median: 1.5, p90: 4 },
  daysToClose: { median: 5.4, p90: 12.1 },
  ...more,
});
const week = { from: '2026-11-21', to: '2026-11-27', received: 31, closed: 36 };
const report: CaseReport = {
  ...{ from: '2026-09-05', to: '2026-11-27', totals: figures() },
  before: figures({ open: 113, overdue: 13, reopened: 12, daysToClose: { median: null, p90: null } }),
  ages: [24, 31, 26, 17, 7, 3].map((open, age) => ({ open, overdue: age > 1 ? 2 : 0 })),
  weeks: [week],
  units: [
    { id: 7, name: 'Road service', figures: figures({ open: 41, overdue: 9 }), ages: [10, 10, 10, 5, 5, 1] },
    {
      ...{ id: null, name: '', ages: [7, 0, 0, 0, 0, 0] },
      figures: figures({ open: 7, overdue: 0, daysToClose: { median: null, p90: null } }),
    },
  ],
  ...{ layers: [], people: null, cells: [], cellWidthM: 500 },
};
const href = (list: Parameters<typeof toInboxHref>[1]) => toInboxHref('en', list);

test('a figure says its change in words and opens its list', async () => {
  await renderOnMap(<FigureTiles report={report} scope={{ _class: 5 }} />);
  const [open, overdue, , close, reopened] = screen.getAllByRole('listitem').map((item) => within(item));
  const linkOf = (item: typeof open) => item?.getByRole('link').getAttribute('href');
  expect(open?.getByText('5 fewer')).toBeTruthy();
  expect(linkOf(open)).toBe(href(lists.open({ _class: 5 })));
  expect(overdue?.getByText('3 more')).toBeTruthy();
  expect(linkOf(overdue)).toBe(href(lists.overdue({ _class: 5 })));
  // The period before had too few cases for a median, so there is no change to tell.
  expect(close?.queryByText(/more|fewer|No change/)).toBeNull();
  expect(close?.getByText('90 % within 12.1 d')).toBeTruthy();
  expect(linkOf(close)).toBe(href(lists.moment({ _class: 5 }, 'closed', report)));
  expect(reopened?.getByText('No change')).toBeTruthy();
  expect(reopened?.getByText('3.6 % of finished')).toBeTruthy();
});

test('too few closed cases have “–” instead of a median', async () => {
  const totals = figures({ reopenedShare: null, daysToClose: { median: null, p90: null } });
  await renderOnMap(<FigureTiles report={{ ...report, totals }} scope={{}} />);
  expect(screen.getByRole('link', { name: 'Median days to close: –' })).toBeTruthy();
  expect(screen.getAllByText('Too few cases')).toHaveLength(2);
});

test('the bars are links with a text, and their table has the same links', async () => {
  await renderOnMap(<AgeChart ages={report.ages} scope={{}} />);
  const bar = screen.getByRole('link', { name: '8–14 days: 26 open, 2 overdue' });
  expect(bar.getAttribute('href')).toBe(href(lists.ages({}, 2)));
  const late = screen.getByRole('link', { name: '8–14 days: 2 overdue' });
  expect(late.getAttribute('href')).toBe(href(lists.overdueOfAge({}, 2)));
  expect(screen.queryByRole('link', { name: '0–2 days: 0 overdue' })).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Show as table' }));
  const row = within(screen.getByRole('row', { name: '8–14 26 2' }));
  expect(row.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
    href(lists.ages({}, 2)),
    href(lists.overdueOfAge({}, 2)),
  ]);
});

test('the points of a week open what was received and closed in it', async () => {
  await renderOnMap(<WeekChart weeks={report.weeks} scope={{ _unit: 7 }} />);
  expect(screen.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
    href(lists.moment({ _unit: 7 }, 'received', week)),
    href(lists.moment({ _unit: 7 }, 'closed', week)),
  ]);
});

test('the table of hot spots has a link for each hexagon, of which the list below the map has five', async () => {
  const cells = Array.from({ length: 7 }, (_, index) => ({
    ...{ column: index, row: 1, x: index * 500, y: 0, overdue: index === 6 ? 2 : 0 },
    ...{ name: index === 6 ? '' : `Street ${index}`, open: 20 - index },
  }));
  const spots = { cells, cellWidthM: 500 };
  await renderOnMap(<HotSpots report={spots} scope={{ _class: 5 }} />);
  expect(screen.queryByRole('link', { name: 'Street 5' })).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Show as table' }));
  const [, ...rows] = screen.getAllByRole('row');
  expect(rows.map((row) => within(row).getByRole('link').getAttribute('href'))).toEqual(
    cells.map((cell) => href(lists.cell({ _class: 5 }, cell, 500))),
  );
  expect(rows.at(-1)?.textContent).toBe('Without an address142');
});

test('a row opens the lists of its unit; work without a unit has no filter', async () => {
  await renderOnMap(<WorkTable report={report} scope={{ _class: 5 }} />);
  const scope = { _class: 5, _unit: 7 };
  const row = within(screen.getByRole('row', { name: /^Road service/ }));
  const hrefs = row.getAllByRole('link').map((link) => link.getAttribute('href'));
  const moment = (name: 'answered' | 'closed' | 'reopened') => href(lists.moment(scope, name, report));
  expect(hrefs).toEqual([
    ...[href(lists.open(scope)), href(lists.open(scope)), href(lists.overdue(scope))],
    ...[href(lists.ages(scope, 0, 1)), href(lists.ages(scope, 2, 3)), href(lists.ages(scope, 4, 5))],
    ...[moment('answered'), moment('closed'), moment('reopened'), moment('closed')],
  ]);
  const nameless = within(screen.getByRole('row', { name: /^Without a unit/ }));
  expect(nameless.queryAllByRole('link')).toEqual([]);
  expect(screen.queryByRole('radio', { name: 'Assignee' })).toBeNull();
});
