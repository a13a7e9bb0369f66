// @vitest-environment jsdom
import 'fake-indexeddb/auto';
import { beforeEach, expect, test } from 'vitest';
import { i18n } from '../../../i18n/index.ts';
import { startFakeServer } from '../../../testing/fakeServer.ts';
import { closeToast, visibleToasts } from '../../../ui/toasts/toasts.ts';
import { forgetReport, listReports, storeReport, type WaitingReport } from './outbox.ts';
import { sendWaiting } from './sendWaiting.ts';

const server = startFakeServer();
const add = 'POST /api/v1/geoms/add';
const waiting: WaitingReport = {
  body: { wkt: 'POINT(1 2)', name: 'A', description: 'Hole', classId: 11, data: '{}', isPublic: true },
  ...{ idempotencyKey: 'key-1', id: null, photos: [], at: 1 },
};

beforeEach(async () => {
  i18n.addTexts('en', {
    CITIZEN: { SENT_LATER: 'Sent {{number}}', NOT_SENT: 'Not sent {{text}}' },
    ERRORS: { FORBIDDEN: 'Closed' },
  });
  i18n.changeLanguage('en');
  server.reset();
  for (const { id } of visibleToasts.get()) closeToast(id);
  for (const report of await listReports()) await forgetReport(report);
});
const toasts = () => visibleToasts.get().map(({ message }) => message);

test('a stored report goes with its key once the server answers, and is then forgotten', async () => {
  await storeReport(waiting);
  sendWaiting();
  await expect.poll(() => server.countOf(add)).toBe(1);
  expect(await listReports()).toHaveLength(1);
  server.on(add, () => ({ status: 503, body: { error: 'OVERLOADED', message: '', requestId: 'r' } }));
  sendWaiting();
  await expect.poll(() => server.countOf(add)).toBe(2);
  expect(await listReports()).toHaveLength(1);
  server.on(add, () => ({ status: 201, body: { id: 4_294_967_402 } }));
  sendWaiting();
  await expect.poll(listReports).toEqual([]);
  expect(toasts()).toEqual(['Sent 1-106']);
  expect(new Set(server.sent.map(({ headers }) => headers['idempotency-key']))).toEqual(new Set(['key-1']));
});

test('a report that the server refuses for good is forgotten with a message that repeats its text', async () => {
  server.on(add, () => ({ status: 403, body: { error: 'FORBIDDEN', message: '', requestId: 'r' } }));
  await storeReport(waiting);
  sendWaiting();
  await expect.poll(listReports).toEqual([]);
  expect(toasts()[0]).toContain('Not sent Hole');
});
