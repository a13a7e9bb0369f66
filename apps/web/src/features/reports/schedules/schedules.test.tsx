import type { ReportSchedule } from '@pgis/contract';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { writeStored } from '../../../storage/index.ts';
import { aUser } from '../../../testing/aUser.ts';
import { startFakeServer } from '../../../testing/fakeServer.ts';
import { renderOnMap } from '../../../testing/renderOnMap.tsx';
import ScheduleDialog from './ScheduleDialog.tsx';

const server = startFakeServer();
const route = '/api/v1/reports/schedules';
const gone: ReportSchedule = {
  ...{ id: 5, reportId: 9, reportName: null, casework: {}, days: [1, 5], hour: 7, formats: ['xlsx'] },
  nextAt: '2026-11-30T05:00:00.000Z',
};

let schedules: ReportSchedule[];
beforeEach(() => {
  server.reset();
  writeStored('currentUser', aUser());
  schedules = [gone];
  server.on(`GET ${route}`, () => ({ body: schedules }));
  server.on(`POST ${route}`, ({ body }) => {
    const added = { ...gone, ...(body as object), id: 6, casework: { _weeks: 4 } };
    schedules = [...schedules, added];
    return { status: 201, body: added };
  });
  server.on(`DELETE ${route}/5`, () => {
    schedules = schedules.filter(({ id }) => id !== 5);
    return { status: 204 };
  });
});
afterEach(cleanup);

test('a report is scheduled for days and an hour, and everything that comes by mail can be stopped', async () => {
  const person = userEvent.setup();
  const casework = { _weeks: 4 };
  await renderOnMap(
    <ScheduleDialog name="Casework" report={{ reportId: null, casework }} onClose={() => {}} />,
  );
  const dialog = within(await screen.findByRole('dialog', { name: '“Casework” by mail' }));
  const rows = () => dialog.getAllByRole('listitem').map((row) => row.textContent);
  await waitFor(() => expect(rows()).toHaveLength(1));
  // The name of a report that one can no longer read is told to nobody. The time is that of Riga, wherever the browser is.
  expect(rows()[0]).toContain('Report without accessMon, Fri 07:00 · Excel · next 30.11.2026 07:00');
  await person.click(dialog.getByRole('checkbox', { name: 'Mon' }));
  const add = dialog.getByRole('button', { name: 'Add' });
  expect((add as HTMLButtonElement).disabled).toBe(true);
  await person.click(dialog.getByRole('checkbox', { name: 'Wed' }));
  await person.click(dialog.getByRole('checkbox', { name: 'PDF' }));
  expect((add as HTMLButtonElement).disabled).toBe(true);
  await person.click(dialog.getByRole('checkbox', { name: 'Excel' }));
  await person.click(dialog.getByRole('checkbox', { name: 'PDF' }));
  await person.click(add);
  await waitFor(() => expect(rows()).toHaveLength(2));
  expect(server.sent.find(({ route: sent }) => sent === `POST ${route}`)?.body).toEqual({
    ...{ reportId: null, casework, days: [3], hour: 8, formats: ['pdf', 'xlsx'] },
  });
  expect(rows()[1]).toContain('CaseworkWed 08:00 · PDF, Excel');
  await person.click(dialog.getByRole('button', { name: 'Stop: Report without access, Mon, Fri 07:00' }));
  await waitFor(() => expect(rows()).toHaveLength(1));
});
