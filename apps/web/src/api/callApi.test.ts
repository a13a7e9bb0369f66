// @vitest-environment jsdom
import {
  changePassword,
  createToken,
  disposeToken,
  getGeom,
  getLayerImage,
  getSettings,
  listLayers,
  updateGeom,
} from '@pgis/contract';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { readStored, writeStored } from '../storage/index.ts';
import { aUser } from '../testing/aUser.ts';
import { type Sent, startFakeServer } from '../testing/fakeServer.ts';
import type { Outgoing } from './exchange.ts';
import { ApiError, apiUrl, callApi, pendingRequests, setApiLanguage, setRootVisit } from './index.ts';
import { addAuthorization, countPending } from './interceptors.ts';

const server = startFakeServer();
const visits = vi.fn();

beforeEach(() => {
  server.reset();
  localStorage.clear();
  visits.mockClear();
  setRootVisit(visits);
  vi.useFakeTimers({ toFake: ['Date'] });
  // Each test is further than 5 s from the one before.
  later(60_000);
  vi.spyOn(console, 'warn').mockImplementation(() => {});
});
afterEach(() => vi.restoreAllMocks());

let now = Date.UTC(2030, 0, 1);
const later = (byMs: number) => {
  now += byMs;
  vi.setSystemTime(now);
};
let tokenNumber = 0;
/** Outcomes are remembered by token, so every test signs in with a token of its own. */
const signIn = () => {
  const user = aUser({ token: `access-${++tokenNumber}`, Admin: true });
  writeStored('currentUser', user);
  return user;
};
const bearer = ({ headers }: Sent) => headers.authorization;
const refreshTo = (token: string) => {
  server.on('POST /api/v1/token/refresh', () => ({ body: { data: { refreshToken: 'refresh' } } }));
  server.on('POST /api/v1/token/refreshed', () => ({ body: { data: aUser({ token, Admin: true }) } }));
};
/** Refuses every access token but the given ones. */
const accept = (...tokens: string[]) =>
  server.on('GET /api/v1/geoms/7', (sent) =>
    tokens.some((token) => bearer(sent) === `Bearer ${token}`)
      ? { body: { id: 7 } }
      : { status: 401, body: { error: 'SESSION_ENDED', message: 'm', requestId: 'r' } },
  );
const settled = (promise: Promise<unknown>) => {
  let state: 'pending' | 'fulfilled' | 'rejected' = 'pending';
  promise.then(
    () => (state = 'fulfilled'),
    () => (state = 'rejected'),
  );
  return () => state;
};
const getSeven = () => callApi(getGeom, { params: { id: 7 } });

test('HTTP-01 SESS-10: a bearer goes with every request while a token is stored, and none otherwise', async () => {
  server.on('GET /api/v1/settings', () => ({ body: { version: '1' } }));
  await callApi(getSettings);
  const { token } = signIn();
  await callApi(getSettings);
  expect(server.sent.map(bearer)).toEqual([undefined, `Bearer ${token}`]);
});

test('parts of a call reach their places', async () => {
  server.on('PUT /api/v1/geoms/7', () => ({ body: { id: 7 } }));
  setApiLanguage('lv');
  const body = { name: 'Brīvības iela 1', description: 'Bedre', classId: 9 };
  await callApi(updateGeom, { params: { id: 7 }, headers: { 'if-match': '3' }, body });
  setApiLanguage('en');
  expect(server.sent[0]).toMatchObject({
    body,
    headers: { 'if-match': '3', 'accept-language': 'lv', 'content-type': 'application/json' },
  });
  expect(apiUrl(listLayers, { query: { _class: 5, _field: 'a b', _value: '' } })).toBe(
    '/api/v1/classifiers/layers?_class=5&_field=a+b',
  );
});

test('a binary answer is a blob, an empty one is undefined', async () => {
  server.on('GET /api/v1/proxy/wmsLayers/5', () => ({ text: 'PNG' }));
  server.on('PUT /api/v1/user/3', () => ({ status: 204 }));
  const image = await callApi(getLayerImage, { params: { classifierId: 5 }, query: { WIDTH: '8' } });
  expect(await image.text()).toBe('PNG');
  const body = { oldPassword: 'a', newPassword: 'b' };
  expect(await callApi(changePassword, { params: { userId: 3 }, body })).toBeUndefined();
});

test('HTTP-07: errors other than 401 pass to the caller with code, problems and request id', async () => {
  const problems = [{ path: '/name', code: 'REQUIRED' }] as const;
  server.on('POST /api/v1/token', () => ({
    status: 400,
    headers: { 'retry-after': '60' },
    body: { error: 'VALIDATION', message: 'Check it', requestId: 'r-1', errors: problems },
  }));
  const failure = callApi(createToken, { body: { email: 'a', password: 'b' } });
  await expect(failure).rejects.toMatchObject({
    code: 'VALIDATION',
    message: 'Check it',
    status: 400,
    problems,
    requestId: 'r-1',
    retryAfterS: 60,
  });
  await expect(failure).rejects.toBeInstanceOf(ApiError);
  expect(visits).not.toHaveBeenCalled();
});

test('no answer and foreign answers are errors of known codes', async () => {
  await expect(callApi(getSettings)).rejects.toMatchObject({ code: 'NO_CONNECTION', status: 0 });
  server.on('GET /api/v1/settings', () => ({ status: 502, text: '<html>Bad gateway</html>' }));
  await expect(callApi(getSettings)).rejects.toMatchObject({ code: 'INTERNAL', status: 502 });
  server.on('GET /api/v1/settings', () => ({ text: '<html>Hotel Wi-Fi</html>' }));
  await expect(callApi(getSettings)).rejects.toMatchObject({ code: 'INTERNAL', status: 200 });
});

test('an aborted call throws what aborting throws', async () => {
  server.on('GET /api/v1/settings', () => new Promise(() => {}));
  const stop = new AbortController();
  const call = callApi(getSettings, { signal: stop.signal });
  stop.abort();
  await expect(call).rejects.toMatchObject({ name: 'AbortError' });
  expect(pendingRequests.getCount()).toBe(0);
});

test('SPIN-03: one interceptor adds the token and counts nothing, the other counts and adds no token', async () => {
  const { token } = signIn();
  const ask = {
    method: 'GET',
    url: '/',
    headers: {},
    background: false,
    responseType: 'json',
  } as const;
  const answer = { status: 200, headers: new Headers(), body: undefined, sentToken: null };
  const seen: unknown[] = [];
  const exchange = async ({ headers }: Outgoing) => {
    seen.push([headers, pendingRequests.getCount()]);
    return answer;
  };
  await addAuthorization(ask, exchange);
  await countPending(ask, exchange);
  expect(seen).toEqual([
    [{ Authorization: `Bearer ${token}` }, 0],
    [{}, 1],
  ]);
});

test('SPIN-02 HTTP-08: requests count as pending until they are answered, whatever the answer', async () => {
  let answer = (_status: number): void => {};
  server.on(
    'GET /api/v1/settings',
    () => new Promise((resolve) => (answer = (status) => resolve({ status }))),
  );
  const good = callApi(getSettings);
  await vi.waitFor(() => expect(server.sent).toHaveLength(1));
  expect(pendingRequests.getCount()).toBe(1);
  answer(200);
  await good;
  expect(pendingRequests.getCount()).toBe(0);
  const bad = callApi(getSettings);
  await vi.waitFor(() => expect(server.sent).toHaveLength(2));
  expect(pendingRequests.getCount()).toBe(1);
  answer(500);
  await expect(bad).rejects.toThrow();
  expect(pendingRequests.getCount()).toBe(0);
});

test('a background request is not counted', async () => {
  server.on('GET /api/v1/settings', () => ({ body: {} }));
  const counts: number[] = [];
  const leave = pendingRequests.subscribe(() => counts.push(pendingRequests.getCount()));
  await callApi(getSettings, { background: true });
  await callApi(getSettings);
  leave();
  expect(counts).toEqual([1, 0]);
});

test('HTTP-02: a 401 without a stored user sends to the root page, but not again within 5 s', async () => {
  accept();
  const first = settled(getSeven());
  await vi.waitFor(() => expect(visits).toHaveBeenCalledTimes(1));
  later(4_999);
  const second = settled(getSeven());
  await vi.waitFor(() => expect(pendingRequests.getCount()).toBe(0));
  expect(visits).toHaveBeenCalledTimes(1);
  later(1);
  void getSeven();
  await vi.waitFor(() => expect(visits).toHaveBeenCalledTimes(2));
  expect([first(), second()]).toEqual(['pending', 'pending']);
});

test('HTTP-03 SESS-07 API-AUTH-03 API-AUTH-04: a 401 renews the session in two steps and repeats the request', async () => {
  const { token } = signIn();
  accept('fresh');
  refreshTo('fresh');
  await expect(getSeven()).resolves.toEqual({ id: 7 });
  expect(server.sent.map(({ route, body }) => [route, body])).toEqual([
    ['GET /api/v1/geoms/7', undefined],
    ['POST /api/v1/token/refresh', { accessToken: token }],
    ['POST /api/v1/token/refreshed', { accessToken: token, refreshToken: 'refresh' }],
    ['GET /api/v1/geoms/7', undefined],
  ]);
  expect(readStored('currentUser')?.token).toBe('fresh');
  expect(visits).not.toHaveBeenCalled();
});

test('SESS-09: ten requests at once refresh the token once', async () => {
  signIn();
  accept('fresh');
  refreshTo('fresh');
  await Promise.all(Array.from({ length: 10 }, getSeven));
  expect(server.countOf('POST /api/v1/token/refresh')).toBe(1);
  expect(server.countOf('GET /api/v1/geoms/7')).toBe(20);
});

test('SESS-09: a token whose refresh failed is not tried again', async () => {
  const user = signIn();
  accept();
  void getSeven();
  await vi.waitFor(() => expect(visits).toHaveBeenCalled());
  writeStored('currentUser', user);
  const again = settled(getSeven());
  await vi.waitFor(() => expect(server.countOf('GET /api/v1/geoms/7')).toBe(2));
  await vi.waitFor(() => expect(pendingRequests.getCount()).toBe(0));
  expect(server.countOf('POST /api/v1/token/refresh')).toBe(1);
  expect(again()).toBe('pending');
});

test('a token that another tab has renewed is used without a refresh', async () => {
  signIn();
  server.on('GET /api/v1/geoms/7', (sent) => {
    if (bearer(sent) === 'Bearer other-tab') return { body: { id: 7 } };
    localStorage.setItem('currentUser', JSON.stringify(aUser({ token: 'other-tab' })));
    return { status: 401 };
  });
  await expect(getSeven()).resolves.toEqual({ id: 7 });
  expect(server.countOf('POST /api/v1/token/refresh')).toBe(0);
});

test('when the refresh is refused because another tab was faster, its token is used', async () => {
  signIn();
  accept('other-tab');
  server.on('POST /api/v1/token/refresh', () => {
    localStorage.setItem('currentUser', JSON.stringify(aUser({ token: 'other-tab' })));
    return { status: 400, body: { error: 'REFRESH_REFUSED', message: 'm', requestId: 'r' } };
  });
  await expect(getSeven()).resolves.toEqual({ id: 7 });
  expect(readStored('currentUser')?.token).toBe('other-tab');
});

test('SESS-08: without a refresh token nothing is stored', async () => {
  signIn();
  accept('fresh');
  server.on('POST /api/v1/token/refresh', () => ({ body: { data: {} } }));
  const write = vi.spyOn(Storage.prototype, 'setItem');
  void getSeven();
  await vi.waitFor(() => expect(visits).toHaveBeenCalled());
  expect(write).not.toHaveBeenCalled();
  expect(server.countOf('POST /api/v1/token/refreshed')).toBe(0);
});

test('HTTP-05: when the refresh fails, the user is logged out, sent to the root, and the request is dropped', async () => {
  const { token } = signIn();
  accept();
  server.on('POST /api/v1/token/refresh', () => ({
    status: 400,
    body: { error: 'REFRESH_REFUSED', message: 'm', requestId: 'r' },
  }));
  server.on('POST /api/v1/token/dispose', () => ({ status: 204 }));
  const calls = [settled(getSeven()), settled(getSeven())];
  await vi.waitFor(() => expect(visits).toHaveBeenCalledTimes(1));
  expect(server.sent.filter(({ route }) => route === 'POST /api/v1/token/dispose')).toMatchObject([
    { body: { accessToken: token } },
  ]);
  expect(readStored('currentUser')).toBeNull();
  expect(calls.map((state) => state())).toEqual(['pending', 'pending']);
  expect(pendingRequests.getCount()).toBe(0);
});

test('HTTP-06: when the logout fails too, the stored user is removed', async () => {
  signIn();
  accept();
  server.on('POST /api/v1/token/dispose', () => ({ status: 500 }));
  void getSeven();
  await vi.waitFor(() => expect(visits).toHaveBeenCalledTimes(1));
  expect(readStored('currentUser')).toBeNull();
});

test('a new token that is refused as well ends the session instead of going round', async () => {
  signIn();
  accept();
  refreshTo('fresh');
  const call = settled(getSeven());
  await vi.waitFor(() => expect(visits).toHaveBeenCalledTimes(1));
  expect(server.countOf('GET /api/v1/geoms/7')).toBe(2);
  expect(readStored('currentUser')).toBeNull();
  expect(call()).toBe('pending');
});

test('a user who signed out during the refresh stays signed out, and the sign-out decides which page follows', async () => {
  const { token } = signIn();
  accept('fresh');
  refreshTo('fresh');
  server.on('POST /api/v1/token/refreshed', () => {
    localStorage.removeItem('currentUser');
    return { body: { data: aUser({ token: 'fresh' }) } };
  });
  const call = settled(getSeven());
  await vi.waitFor(() => expect(server.countOf('POST /api/v1/token/refreshed')).toBe(1));
  await vi.waitFor(() => expect(pendingRequests.getCount()).toBe(0));
  expect(readStored('currentUser')).toBeNull();
  expect(visits).not.toHaveBeenCalled();
  expect(server.sent.map(bearer)).not.toContain('Bearer fresh');
  expect(server.sent[0]?.headers.authorization).toBe(`Bearer ${token}`);
  expect(call()).toBe('pending');
});

test.each(['GET /api/v1/geoms/7', 'POST /api/v1/token/refresh', 'POST /api/v1/token/dispose'])(
  'ROUT-09: when another tab signs out during %s, its sign-out decides where this one goes',
  async (route) => {
    signIn();
    accept();
    server.on(route, () => {
      localStorage.removeItem('currentUser');
      return { status: 401, body: { error: 'SESSION_ENDED', message: 'm', requestId: 'r' } };
    });
    const call = settled(getSeven());
    await vi.waitFor(() => expect(server.countOf(route)).toBe(1));
    await vi.waitFor(() => expect(pendingRequests.getCount()).toBe(0));
    await new Promise((resolve) => setTimeout(resolve));
    expect(visits).not.toHaveBeenCalled();
    expect(call()).toBe('pending');
  },
);

test('HTTP-04: a 401 of token/dispose starts no refresh and passes to the caller', async () => {
  const { token } = signIn();
  server.on('POST /api/v1/token/dispose', () => ({ status: 401 }));
  await expect(callApi(disposeToken, { body: { accessToken: token } })).rejects.toMatchObject({
    status: 401,
  });
  expect(server.sent).toHaveLength(1);
  expect(visits).not.toHaveBeenCalled();
});
