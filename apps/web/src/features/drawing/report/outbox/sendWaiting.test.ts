// @vitest-environment jsdom
import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ApiError } from '../../../../api/index.ts';
import { i18n } from '../../../../i18n/index.ts';
import { removeStored, writeStored } from '../../../../storage/index.ts';
import { createStore } from '../../../../store/Store.ts';
import { aUser } from '../../../../testing/aUser.ts';
import { startFakeServer } from '../../../../testing/fakeServer.ts';
import { closeToast, visibleToasts } from '../../../../ui/toasts/toasts.ts';
import type { ReportContent } from '../ReportContent.ts';
import {
  forgetReport,
  listRefused,
  listReports,
  storeOrRemember,
  storeReport,
  type WaitingReport,
} from './outbox.ts';
import { photoProgress } from './sendPhotos.ts';
import { sendWaiting } from './sendWaiting.ts';

/** Status that the server gives to the photo of a name; 201 unless a test says otherwise. */
const photoStatus = new Map<string, number>();
const uploaded = vi.fn<(id: number, name: string, options: object) => Promise<void>>();
vi.mock('../../../files/index.ts', () => ({
  // jsdom cannot send a file that IndexedDB has stored.
  startUploads: (id: number, [pending]: { file: File }[], options: object) => {
    const states = createStore<object[]>([{ phase: 'sending', share: 0 }]);
    let cancelAll = () => {};
    const cancelled = new Promise<'cancelled'>((resolve) => (cancelAll = () => resolve('cancelled')));
    const send = async () => {
      const name = pending?.file.name ?? '';
      if ((await Promise.race([uploaded(id, name, options), cancelled])) === 'cancelled')
        return states.set([{ phase: 'cancelled', share: 0 }]);
      const status = photoStatus.get(name) ?? 201;
      if (status === 201) states.set([{ phase: 'done', share: 1 }]);
      else
        states.set([
          {
            phase: 'failed',
            share: 0,
            cause: new ApiError({ code: status === 413 ? 'PAYLOAD_TOO_LARGE' : 'FORBIDDEN', status }),
          },
        ]);
    };
    return { states, cancelAll, finished: send() };
  },
}));

const server = startFakeServer();
const add = 'POST /api/v1/geoms/add';
const content: ReportContent = {
  values: {
    ...{ objectId: 1, classId: 11, name: '', description: 'Hole', userEmail: '', isPublic: true },
    data: {},
  },
  ...{ typed: null, place: null, wantsMails: false },
};
const waiting: WaitingReport = {
  content,
  body: { wkt: 'POINT(1 2)', name: 'A', description: 'Hole', classId: 11, data: '{}', isPublic: true },
  ...{ idempotencyKey: 'key-1', id: null, photos: [], at: 1, isThanked: false },
};
const photo = (name: string) => ({ name }) as File;

beforeEach(async () => {
  i18n.addTexts('en', {
    CITIZEN: {
      ...{ SENT_LATER: 'Sent {{number}}', NOT_SENT: 'Not sent {{text}}' },
      SENT_WITHOUT_PHOTO: 'No photo {{number}}',
      REFUSED: { WAITS: 'Stored', PHOTOS_WAIT: 'Photos stored', PHOTO_TIME: 'Too late' },
    },
    ERRORS: { FORBIDDEN: 'Closed', NOT_SIGNED_IN: 'Sign in', PAYLOAD_TOO_LARGE: 'Too large' },
  });
  i18n.changeLanguage('en');
  server.reset();
  server.on(add, () => ({ status: 201, body: { id: 4_294_967_402 } }));
  uploaded.mockReset();
  photoStatus.clear();
  removeStored('currentUser');
  for (const { id } of visibleToasts.get()) closeToast(id);
  for (const report of await listReports()) await forgetReport(report);
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});
const toasts = () => visibleToasts.get().map(({ message }) => message);
/** An attempt has ended when the next one starts. */
async function endOfAttempt() {
  const marker = { ...waiting, idempotencyKey: 'marker', at: 2 };
  await storeReport(marker);
  sendWaiting();
  await expect.poll(() => server.sent.at(-1)?.headers['idempotency-key']).toBe('marker');
  await forgetReport(marker);
}

test('a stored report goes with its key once the server answers, and is then forgotten', async () => {
  const [lost, overloaded] = [vi.fn(), { error: 'OVERLOADED', message: '', requestId: 'r' }];
  await storeReport(waiting);
  server.on(add, () => {
    lost();
    throw new TypeError('fetch failed');
  });
  sendWaiting();
  await expect.poll(() => lost.mock.calls).toHaveLength(1);
  await endOfAttempt();
  expect(await listReports()).toEqual([waiting]);
  server.on(add, () => ({ status: 503, body: overloaded }));
  await endOfAttempt();
  expect(await listReports()).toEqual([waiting]);
  server.on(add, () => ({ status: 201, body: { id: 4_294_967_402 } }));
  sendWaiting();
  await expect.poll(listReports).toEqual([]);
  await expect.poll(toasts).toEqual(['Sent 1-106']);
});

const values = { ...content.values, userEmail: 'anna@example.com' };
const withEmail: WaitingReport = {
  ...waiting,
  body: { ...waiting.body, userEmail: values.userEmail },
  content: { ...content, values, wantsMails: true },
};

// Without a token 401 would make the page leave, and its call would never end.
test.each([
  [401, 'NOT_SIGNED_IN', 'Sign in'],
  [403, 'FORBIDDEN', 'Closed'],
])(
  'a report that the server refuses with %i is stored with the reason and without the e-mail address, and not sent again',
  async (status, code, text) => {
    server.on(add, () => ({ status, body: { error: code, message: '', requestId: 'r' } }));
    await storeReport(withEmail);
    sendWaiting();
    await expect.poll(toasts).toEqual([`Not sent Hole ${text} Stored`]);
    const refusal = { code, status, message: undefined, at: expect.any(Number) };
    expect(await listRefused()).toEqual([{ ...waiting, refusal }]);
    await endOfAttempt();
    expect(server.sent.filter(({ headers }) => headers['idempotency-key'] === 'key-1')).toHaveLength(1);
  },
);

test('what the server has refused is deleted a week later, and not before', async () => {
  const refusal = { code: 'FORBIDDEN', status: 403, message: undefined } as const;
  const daysAgo = (days: number) => Date.now() - days * 86_400_000;
  await storeReport({ ...waiting, refusal: { ...refusal, at: daysAgo(8) } });
  await storeReport({ ...waiting, idempotencyKey: 'key-2', refusal: { ...refusal, at: daysAgo(6) } });
  expect((await listReports()).map(({ idempotencyKey }) => idempotencyKey)).toEqual(['key-2']);
});

test.each([
  [401, 'Too late'],
  [404, 'Too late'],
  [413, 'Too large'],
])(
  'a photo that the server refuses with %i stays on the device, says so, and holds back no other report',
  async (status, text) => {
    photoStatus.set('b', status);
    await storeReport({ ...waiting, photos: [photo('a'), photo('b')] });
    await storeReport({ ...waiting, idempotencyKey: 'key-2', at: 2 });
    sendWaiting();
    await expect.poll(toasts).toEqual(['Sent 1-106', `No photo 1-106 ${text} Photos stored`]);
    const refusal = expect.objectContaining({ status });
    await expect
      .poll(listReports)
      .toEqual([{ ...waiting, id: 4_294_967_402, photos: [photo('b')], refusal }]);
  },
);

test('a photo whose upload has stalled is tried later, and holds back no other report', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  uploaded.mockReturnValueOnce(new Promise(() => {}));
  await storeReport({ ...waiting, id: 5, photos: [photo('a')] });
  await storeReport({ ...waiting, idempotencyKey: 'key-2', at: 2 });
  sendWaiting();
  await expect.poll(() => uploaded.mock.calls).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(119_000);
  expect(server.countOf(add)).toBe(0);
  await vi.advanceTimersByTimeAsync(2_000);
  await expect.poll(() => server.countOf(add)).toBe(1);
  await expect.poll(listReports).toEqual([{ ...waiting, id: 5, photos: [photo('a')] }]);
});

test('photos of a visitor are not sent by a user who signs in meanwhile', async () => {
  uploaded.mockImplementation(async (_, name) => {
    if (name === 'b') writeStored('currentUser', aUser());
  });
  await storeReport({ ...waiting, id: 5, photos: ['a', 'b', 'c'].map(photo) });
  sendWaiting();
  await expect.poll(async () => (await listReports())[0]?.photos).toEqual([photo('c')]);
  expect(uploaded.mock.calls.map(([, name]) => name)).toEqual(['a', 'b']);
  expect(await listRefused()).toEqual([]);
});

test('a browser that stores no more makes no refusal of a sent report, loses no refusal, and holds back no other report', async () => {
  await storeReport(waiting);
  await storeReport({ ...waiting, idempotencyKey: 'key-2', at: 2 });
  await storeReport({ ...waiting, idempotencyKey: 'key-3', at: 3 });
  const fail = () => {
    throw new DOMException('full', 'QuotaExceededError');
  };
  vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(fail);
  vi.spyOn(IDBObjectStore.prototype, 'delete').mockImplementationOnce(fail);
  const refused = { status: 403, body: { error: 'FORBIDDEN', message: '', requestId: 'r' } };
  server.on(add, ({ headers }) =>
    headers['idempotency-key'] === 'key-2' ? refused : { status: 201, body: { id: 4_294_967_402 } },
  );
  sendWaiting();
  await expect.poll(() => server.countOf(add)).toBe(3);
  await expect
    .poll(async () =>
      (await listReports()).map(({ idempotencyKey, refusal }) => [idempotencyKey, refusal?.status]),
    )
    .toEqual([
      ['key-1', undefined],
      ['key-2', 403],
    ]);
});

test('photos of a report that was thanked for go without a message; each is stored until it has arrived', async () => {
  let letGo = () => {};
  uploaded.mockImplementation((_, name) =>
    name === 'b' ? new Promise<void>((resolve) => (letGo = resolve)) : Promise.resolve(),
  );
  await storeOrRemember({ ...waiting, id: 5, photos: [photo('a'), photo('b')], isThanked: true });
  sendWaiting();
  await expect.poll(async () => (await listReports())[0]?.photos).toEqual([photo('b')]);
  expect(photoProgress.get().get('key-1')).toEqual({ phase: 'sending', share: 0.5 });
  letGo();
  await expect.poll(listReports).toEqual([]);
  expect(photoProgress.get().get('key-1')?.phase).toBe('done');
  expect(uploaded.mock.calls).toEqual([
    [5, 'a', { asVisitor: true }],
    [5, 'b', { asVisitor: true }],
  ]);
  expect([toasts(), server.countOf(add)]).toEqual([[], 0]);
});

test('a report of a visitor is not sent by a user who has signed in meanwhile', async () => {
  writeStored('currentUser', aUser());
  await storeReport(waiting);
  sendWaiting();
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(server.countOf(add)).toBe(0);
  removeStored('currentUser');
  sendWaiting();
  await expect.poll(listReports).toEqual([]);
});

test('a report that is stored during an attempt is sent after it', async () => {
  let letGo = () => {};
  const answer = { status: 201, body: { id: 4_294_967_402 } };
  server.on(add, () => new Promise((resolve) => (letGo = () => resolve(answer))));
  await storeReport(waiting);
  sendWaiting();
  await expect.poll(() => server.countOf(add)).toBe(1);
  await storeReport({ ...waiting, idempotencyKey: 'key-2' });
  sendWaiting();
  server.on(add, () => answer);
  letGo();
  await expect.poll(listReports).toEqual([]);
  expect(server.sent.map(({ headers }) => headers['idempotency-key'])).toEqual(['key-1', 'key-2']);
});

test('a server that names a time is asked again then', async () => {
  const headers = { 'retry-after': '1' };
  const body = { error: 'OVERLOADED', message: '', requestId: 'r' };
  server.on(add, () => ({ status: 503, headers, body }));
  await storeReport(waiting);
  sendWaiting();
  await expect.poll(() => server.countOf(add)).toBe(1);
  server.on(add, () => ({ status: 201, body: { id: 4_294_967_402 } }));
  await expect.poll(listReports, { timeout: 3000 }).toEqual([]);
});
