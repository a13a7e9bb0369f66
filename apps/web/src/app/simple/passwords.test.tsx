// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startFakeServer } from '../../testing/fakeServer.ts';
import { startApp, stopApp } from '../../testing/startApp.tsx';

const server = startFakeServer();
beforeEach(() => server.reset());
afterEach(stopApp);

const refuse = (error: string, more = {}) => ({
  status: 400,
  body: { error, message: '', requestId: 'r', ...more },
});
const button = (name: string) => screen.findByRole('button', { name });

test('a refused sign-in says what to do, and how long to wait', async () => {
  const { person } = await startApp(server, { path: '/en/auth/login' });
  server.on('POST /api/v1/token', () => refuse('INVALID_CREDENTIALS'));
  await person.type(await screen.findByLabelText('E-mail'), 'ilze@example.org');
  await person.type(screen.getByLabelText('Password'), 'wrong');
  await person.click(await button('Sign in'));
  expect((await screen.findByRole('alert')).textContent).toBe(
    'E-mail or password is wrong. Check both and try again.',
  );
  server.on('POST /api/v1/token', () => ({
    ...refuse('TOO_MANY_ATTEMPTS'),
    status: 429,
    headers: { 'retry-after': '610' },
  }));
  await person.click(await button('Sign in'));
  await waitFor(() => expect(screen.getByRole('alert').textContent).toContain('Try again in 11 minutes.'));
});

test('nothing is sent while a field is empty', async () => {
  const { person } = await startApp(server, { path: '/en/auth/login' });
  await person.click(await button('Sign in'));
  expect(screen.getAllByText('Fill in this field')).toHaveLength(2);
  expect(server.countOf('POST /api/v1/token')).toBe(0);
});

test('on demo data the sign-in page names the demo accounts and fills in the form', async () => {
  const { person } = await startApp(server, { path: '/en/auth/login' });
  await person.click(await button('Editor editor@demo.example'));
  expect(screen.getByLabelText<HTMLInputElement>('E-mail').value).toBe('editor@demo.example');
  expect(screen.getByLabelText<HTMLInputElement>('Password').value).not.toBe('');
  stopApp();
  await startApp(server, { path: '/en/auth/login', settings: { demo: false } });
  await button('Sign in');
  expect(screen.queryByText('editor@demo.example')).toBeNull();
});

test('API-AUTH-05 D-SESS-08: a forgotten password is asked for by e-mail', async () => {
  const { person } = await startApp(server, { path: '/en/auth/login' });
  server.on('POST /api/v1/user/resend-password', () => ({ body: {} }));
  await person.click(await button('Forgot password?'));
  await person.type(await screen.findByLabelText('E-mail'), ' ilze@example.org ');
  await person.click(await button('Send the link'));
  expect((await screen.findByText(/a link is on its way/)).textContent).toContain('ilze@example.org');
  expect(server.sent.find(({ route }) => route.endsWith('resend-password'))?.body).toEqual({
    email: 'ilze@example.org',
  });
});

async function setPassword(password: string, again = password) {
  const app = await startApp(server, { path: '/en/auth/reset/secret%2Ftoken' });
  await app.person.type(await screen.findByLabelText('New password'), password);
  await app.person.type(screen.getByLabelText('New password again'), again);
  await app.person.click(await button('Save the password'));
  return app;
}
const route = 'PUT /api/v1/user/new/secret%2Ftoken';

test('a reset link sets the password and leads to the sign-in form', async () => {
  server.on(route, () => ({ status: 204 }));
  const { whereAmI } = await setPassword('quite long words');
  await screen.findByRole('heading', { name: 'Sign in' });
  expect(whereAmI()).toBe('/en/auth/login');
  expect(server.sent.find((sent) => sent.route === route)?.body).toEqual({ newPassword: 'quite long words' });
});

test('passwords that are too short or not the same are not sent', async () => {
  await setPassword('short', 'other');
  expect(await screen.findByText('The passwords do not match')).toBeTruthy();
  expect(server.countOf(route)).toBe(0);
});

test('a password that the server refuses is marked at its field', async () => {
  server.on(route, () =>
    refuse('INVALID_PASSWORD', { errors: [{ path: '/newPassword', code: 'TOO_COMMON' }] }),
  );
  await setPassword('1234567890');
  await screen.findByText('Many people use this password. Choose another one.');
  expect(screen.getByLabelText('New password').getAttribute('aria-invalid')).toBe('true');
});

test('a link that has expired offers a new one', async () => {
  server.on(route, () => refuse('INVALID_LINK'));
  const { person } = await setPassword('quite long words');
  await person.click(await button('Request a new link'));
  expect(await screen.findByRole('heading', { name: 'Forgot your password?' })).toBeTruthy();
});

const linkRoute = route.replace('PUT', 'GET');

test('D-USER-03: the form says for which account the password is', async () => {
  server.on(linkRoute, () => ({ body: { email: 'ilze@example.org' } }));
  await startApp(server, { path: '/en/auth/reset/secret%2Ftoken' });
  await screen.findByLabelText('New password');
  expect(screen.getByText(/The password is for the account ilze@example\.org\./)).toBeTruthy();
});

test('D-USER-03: a worthless link says so before a password is typed', async () => {
  server.on(linkRoute, () => refuse('INVALID_LINK'));
  const { person } = await startApp(server, { path: '/en/auth/reset/secret%2Ftoken' });
  expect((await screen.findByRole('alert')).textContent).toContain('has expired or has already been used');
  expect(screen.queryByLabelText('New password')).toBeNull();
  await person.click(await button('Request a new link'));
  expect(await screen.findByRole('heading', { name: 'Forgot your password?' })).toBeTruthy();
});
