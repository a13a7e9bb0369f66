// @vitest-environment jsdom
import type { ReporterPage } from '@pgis/contract';
import { act, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { answerDiscard } from '../../testing/answerDiscard.ts';
import { aUser } from '../../testing/aUser.ts';
import { startFakeServer } from '../../testing/fakeServer.ts';
import { startApp, stopApp } from '../../testing/startApp.tsx';

const server = startFakeServer();
const ID = 4_294_967_402;
const page = `GET /api/v1/geoms/${ID}/report`;
const reopen = `POST /api/v1/geoms/${ID}/reopen`;

const report: ReporterPage = {
  ...{ id: ID, token: '1.abc', classId: 11, layerName: 'Road damage', companyName: 'Demo municipality' },
  ...{ name: 'Brīvības gatve 214', description: 'Deep pothole', state: 'inProgress', status: 'Planned' },
  ...{ receivedAt: '2026-11-14T08:12:00Z', progressAt: '2026-11-17T11:05:00Z', endedAt: null, reason: '' },
  updates: [
    {
      ...{ at: '2026-11-17T11:05:00Z', byReporter: false, text: 'On Tuesday' },
      ...{ status: 'Planned', statusType: 'open' },
    },
  ],
  ...{ images: [], voteCount: 13, reopenUntil: null, usualDays: null, mailsToken: null, isPublic: true },
};
const done: ReporterPage = {
  ...report,
  ...{ state: 'done', status: 'Done', endedAt: '2026-11-24T15:20:00Z', reopenUntil: '2026-12-08T15:20:00Z' },
};
const refusal = (status: number, error: string, more = {}) => ({
  status,
  body: { error, message: '', requestId: 'r', ...more },
});

// Loads the code of the page before the first test waits for it.
beforeAll(() => Promise.all([import('./SimpleLayout.tsx'), import('./ReportScreen.tsx')]));
beforeEach(() => {
  server.reset();
  server.on('POST /api/v1/reports/open', () => ({ body: { id: ID } }));
  server.on(page, () => ({ body: report }));
});
afterEach(stopApp);

const open = (path = '/en/report/1.abc', user: ReturnType<typeof aUser> | null = null) =>
  startApp(server, { path, user });

test('D-OBJ-07: the link of a mail shows steps with dates, public updates and who else has the problem', async () => {
  await open();
  await screen.findByRole('heading', { name: 'Brīvības gatve 214' });
  const steps = within(screen.getAllByRole('list')[0] as HTMLElement).getAllByRole('listitem');
  expect(steps.map((step) => step.textContent)).toEqual(['Received14.11.2026', 'Planned17.11.2026', '3Done']);
  expect(steps[1]?.getAttribute('aria-current')).toBe('step');
  expect(screen.getByText('On Tuesday')).toBeTruthy();
  expect(screen.getByText('13 other people have this problem too')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Not solved? Tell us' })).toBeNull();
});

test('the browser that has sent a report opens its page by the number in the address', async () => {
  await open(`/en/report/${ID}`);
  await screen.findByRole('heading', { name: 'Brīvības gatve 214' });
  expect(server.countOf('POST /api/v1/reports/open')).toBe(0);
});

test('a report that is done can be reopened with a text, which is asked for', async () => {
  server.on(page, () => ({ body: done }));
  server.on(reopen, () => ({ body: { ...report, state: 'received', status: 'New', progressAt: null } }));
  const { person } = await open();
  await person.click(await screen.findByRole('button', { name: 'Not solved? Tell us' }));
  await person.click(screen.getByRole('button', { name: 'Reopen report' }));
  expect(screen.getByText('Fill in this field')).toBeTruthy();
  expect(server.countOf(reopen)).toBe(0);
  await person.type(screen.getByRole('textbox', { name: 'What is still wrong?' }), '  It has come loose ');
  await person.click(screen.getByRole('button', { name: 'Reopen report' }));
  await screen.findByRole('heading', { name: 'Brīvības gatve 214' });
  expect(server.sent.find(({ route }) => route === reopen)?.body).toEqual({ text: 'It has come loose' });
  expect(screen.queryByRole('button', { name: 'Not solved? Tell us' })).toBeNull();
});

test('a photo that fails is guarded and sent again as a visitor; then the page says that the report is open', async () => {
  let uploadStatus = 507;
  const uploadHeaders: string[] = [];
  Object.assign(URL, { createObjectURL: () => 'blob:photo', revokeObjectURL: () => {} });
  vi.stubGlobal(
    'XMLHttpRequest',
    class {
      upload = {};
      status = 0;
      responseText = '[]';
      onload = () => {};
      open() {}
      setRequestHeader = (name: string) => uploadHeaders.push(name);
      getAllResponseHeaders = () => '';
      send() {
        this.status = uploadStatus;
        queueMicrotask(() => this.onload());
      }
    },
  );
  server.on(page, () => ({ body: done }));
  server.on(reopen, () => ({ body: { ...report, state: 'received', status: 'New', progressAt: null } }));
  const { person } = await open('/en/report/1.abc', aUser());
  await person.click(await screen.findByRole('button', { name: 'Not solved? Tell us' }));
  await person.type(screen.getByRole('textbox', { name: 'What is still wrong?' }), 'Loose');
  await person.upload(
    screen.getByLabelText('Choose from gallery'),
    new File(['a'], 'now.jpg', { type: 'image/jpeg' }),
  );
  await person.click(screen.getByRole('button', { name: 'Reopen report' }));
  await screen.findByText('The report is open again, but a photo could not be uploaded.');
  await person.click(screen.getByRole('button', { name: 'Back' }));
  await answerDiscard(person, 'No');
  uploadStatus = 201;
  await person.click(screen.getByRole('button', { name: 'Try again' }));
  const status = await screen.findByText('The report is open again. Demo municipality has your message.');
  expect(document.activeElement).toBe(status);
  expect(server.countOf(reopen)).toBe(1);
  expect(uploadHeaders).not.toContain('Authorization');
});

test('a refusal of the reopening says why and keeps the text', async () => {
  server.on(page, () => ({ body: done }));
  server.on(reopen, () => refusal(409, 'NOT_REOPENABLE', { message: 'Too late.' }));
  const { person } = await open();
  await person.click(await screen.findByRole('button', { name: 'Not solved? Tell us' }));
  await person.type(screen.getByRole('textbox', { name: 'What is still wrong?' }), 'Loose');
  await person.click(screen.getByRole('button', { name: 'Reopen report' }));
  expect(await screen.findByText(/done more than|Too late/)).toBeTruthy();
  expect(screen.getByDisplayValue('Loose')).toBeTruthy();
});

test.each([
  [{ state: 'waiting' }, 'We are checking your report. Others will see it after that.'],
  [{ state: 'hidden', reason: 'Names a person' }, 'Names a person'],
  [{ state: 'closed', status: 'Rejected', reason: 'A private road' }, 'A private road'],
] as const)('%j says so', async (state, text) => {
  server.on(page, () => ({ body: { ...report, progressAt: null, ...state } }));
  await open();
  expect(await screen.findByText(text)).toBeTruthy();
});

test('a merged report leads to the one that it goes on as, a wrong link to the map', async () => {
  server.on(page, () => refusal(410, 'OBJECT_MERGED', { current: { id: ID + 4 } }));
  await open();
  await screen.findByRole('heading', { name: 'Continues as 1-110' });
  expect(screen.getByRole('link', { name: 'Show on the map' }).getAttribute('href')).toBe(
    `#/en/dashboard?object=${ID + 4}`,
  );
  stopApp();
  server.on('POST /api/v1/reports/open', () => refusal(400, 'INVALID_LINK'));
  await open('/en/report/1.other');
  expect((await screen.findByRole('alert')).textContent).toContain('The link is not valid');
  expect(screen.getByRole('link', { name: 'Open the map' })).toBeTruthy();
});

test('an address that a visitor types asks before it discards the text, and No keeps it', async () => {
  server.on(page, () => ({ body: done }));
  const { person, whereAmI } = await open();
  const address = whereAmI();
  await person.click(await screen.findByRole('button', { name: 'Not solved? Tell us' }));
  const text = await screen.findByRole<HTMLTextAreaElement>('textbox');
  await person.type(text, 'Dark again');
  await act(async () => {
    window.location.hash = '/en/auth/login';
    await new Promise((resolve) => window.addEventListener('popstate', resolve, { once: true }));
  });
  await answerDiscard(person, 'No');
  await waitFor(() => expect(whereAmI()).toBe(address));
  expect(text.isConnected && text.value).toBe('Dark again');
});
