// @vitest-environment jsdom
import { beforeEach, expect, test, vi } from 'vitest';
import { readStored, writeStored } from '../../storage/index.ts';
import { aUser } from '../../testing/aUser.ts';
import { startFakeServer } from '../../testing/fakeServer.ts';
import { onReauthentication } from './reauthentication.ts';
import { signIn, signOut } from './signIn.ts';

const server = startFakeServer();
const broadcast = vi.fn();
onReauthentication(broadcast);

beforeEach(() => {
  server.reset();
  localStorage.clear();
  broadcast.mockReset();
});

test('STOR-01 SESS-01 API-AUTH-01 SESS-03: the data of the token call becomes the current user, and that is broadcast', async () => {
  const data = aUser({ token: 'from-server', Admin: true });
  server.on('POST /api/v1/token', () => ({ body: { data } }));
  broadcast.mockImplementation(() => expect(readStored('currentUser')).toEqual(data));
  await signIn('ilze@example.org', 'secret words');
  expect(server.sent).toMatchObject([{ body: { email: 'ilze@example.org', password: 'secret words' } }]);
  expect(JSON.parse(localStorage.getItem('currentUser') ?? '')).toEqual(data);
  expect([Object.keys(localStorage), Object.keys(sessionStorage)]).toEqual([['currentUser'], []]);
  expect(broadcast).toHaveBeenCalledTimes(1);
});

test('a refused or empty answer signs nobody in and tells the caller', async () => {
  server.on('POST /api/v1/token', () => ({
    status: 400,
    body: { error: 'INVALID_CREDENTIALS', message: 'm', requestId: 'r' },
  }));
  await expect(signIn('a', 'b')).rejects.toMatchObject({ code: 'INVALID_CREDENTIALS' });
  server.on('POST /api/v1/token', () => ({ body: { data: {} } }));
  await expect(signIn('a', 'b')).rejects.toMatchObject({ code: 'INTERNAL' });
  expect(readStored('currentUser')).toBeNull();
  expect(broadcast).not.toHaveBeenCalled();
});

test('SESS-02 SESS-03 API-AUTH-02: logout disposes the token, removes the stored user and is broadcast', async () => {
  writeStored('currentUser', aUser({ token: 'mine' }));
  server.on('POST /api/v1/token/dispose', () => ({ status: 204 }));
  broadcast.mockImplementation(() => expect(readStored('currentUser')).toBeNull());
  await signOut();
  expect(server.sent).toMatchObject([{ body: { accessToken: 'mine' } }]);
  expect(localStorage.getItem('currentUser')).toBeNull();
  expect(broadcast).toHaveBeenCalledTimes(1);
});

test('SESS-02: a token that a request has renewed meanwhile is disposed and removed, too', async () => {
  writeStored('currentUser', aUser({ token: 'old' }));
  server.on('POST /api/v1/token/dispose', () => {
    if (server.countOf('POST /api/v1/token/dispose') === 1)
      writeStored('currentUser', aUser({ token: 'renewed' }));
    return { status: 204 };
  });
  await signOut();
  expect(server.sent.map(({ body }) => body)).toEqual([{ accessToken: 'old' }, { accessToken: 'renewed' }]);
  expect(readStored('currentUser')).toBeNull();
});

test('SESS-02: the stored user goes also when the server cannot be reached', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  writeStored('currentUser', aUser());
  await signOut();
  expect(readStored('currentUser')).toBeNull();
});
