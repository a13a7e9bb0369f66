// @vitest-environment jsdom
import type { Follow } from '@pgis/contract';
import { cleanup, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { forgetSettings, loadSettings } from '../../settings/index.ts';
import { startFakeServer } from '../../testing/fakeServer.ts';
import { renderOnMap } from '../../testing/renderOnMap.tsx';
import { FollowAreaDialog, FollowButton, FollowedList } from './index.ts';

const server = startFakeServer();
const aFollow = (changes: Partial<Follow>): Follow => ({
  id: 1,
  objectId: 2 ** 32 + 77,
  classIds: [],
  areaWkt: null,
  name: '',
  events: ['status', 'reply'],
  mail: 'never',
  createdAt: '2026-11-20T07:00:00.000Z',
  ...changes,
});
let follows: Follow[] = [];
const sent = (route: string) => server.sent.filter((one) => one.route === route).map(({ body }) => body);

beforeEach(async () => {
  server.reset();
  follows = [];
  server.on('GET /api/v1/layers', () => ({ body: [] }));
  server.on('GET /api/v1/settings', () => ({
    body: { defaultCenterLonLat: [24.1, 56.95], defaultZoom: 10 },
  }));
  await loadSettings();
  server.on('GET /api/v1/follows', () => ({ body: follows }));
  server.on('GET /api/v1/classifiers/layers', () => ({
    body: [
      {
        id: 1,
        name: 'Reports',
        childClassifiers: [
          { id: 11, name: 'Potholes', sourceId: null },
          { id: 12, name: 'Open potholes', sourceId: 11 },
        ],
      },
    ],
  }));
  server.on('POST /api/v1/follows/objects', ({ body }) => ({ body: aFollow(body as Partial<Follow>) }));
  server.on('POST /api/v1/follows/layers', ({ body }) => ({
    body: aFollow({ objectId: null, ...(body as Partial<Follow>) }),
  }));
  server.on('POST /api/v1/follows/visitors', () => ({ status: 204 }));
  server.on('PATCH /api/v1/follows/1', ({ body }) => ({ body: aFollow(body as Partial<Follow>) }));
  server.on('DELETE /api/v1/follows/1', () => ({ status: 204 }));
});
afterEach(() => {
  cleanup();
  forgetSettings();
});

test('a user follows an object with mails, and stops', async () => {
  await renderOnMap(<FollowButton objectId={2 ** 32 + 77} userId={5} />);
  const person = userEvent.setup();
  await waitFor(() =>
    expect(screen.getByRole('button', { name: 'Follow' })).toHaveProperty('disabled', false),
  );
  await person.click(screen.getByRole('button', { name: 'Follow' }));
  await person.click(await screen.findByRole('menuitem', { name: 'Bell and e-mail once a day, at 8:00' }));
  expect(sent('POST /api/v1/follows/objects')).toEqual([{ objectId: 2 ** 32 + 77, mail: 'daily' }]);
  await person.click(await screen.findByRole('button', { name: 'Following' }));
  await person.click(await screen.findByRole('menuitem', { name: 'Stop following' }));
  expect(await screen.findByRole('button', { name: 'Follow' })).toBeTruthy();
});

test('follows that could not be loaded are said to be, and loaded again', async () => {
  server.on('GET /api/v1/follows', () => ({ status: 500, body: { code: 'INTERNAL' } }));
  await renderOnMap(
    <>
      <FollowButton objectId={2 ** 32 + 77} userId={5} />
      <FollowedList userId={5} workMail="never" onWorkMail={() => {}} onAdd={() => {}} />
    </>,
  );
  const person = userEvent.setup();
  expect((await screen.findByRole('alert')).textContent).toContain('Something went wrong on the server');
  await person.click(screen.getByRole('button', { name: 'Follow' }));
  server.on('GET /api/v1/follows', () => ({ body: [aFollow({})] }));
  await person.click(await screen.findByRole('menuitem', { name: 'Try again' }));
  expect(await screen.findByRole('menuitem', { name: 'Stop following' })).toBeTruthy();
  expect(screen.getByText('1-77')).toBeTruthy();
});

test('a visitor follows an object with an address, and is told of the link', async () => {
  await renderOnMap(<FollowButton objectId={7} userId={null} />);
  const person = userEvent.setup();
  await person.click(screen.getByRole('button', { name: 'Follow' }));
  await person.type(await screen.findByRole('textbox', { name: /E-mail/ }), 'anna@example.org');
  await person.click(screen.getByRole('button', { name: 'Send the link' }));
  expect(await screen.findByText(/We have sent a link to anna@example.org/)).toBeTruthy();
  expect(sent('POST /api/v1/follows/visitors')).toEqual([
    { email: 'anna@example.org', objectId: 7, events: ['status', 'reply'], mail: 'atOnce' },
  ]);
  expect(server.countOf('GET /api/v1/follows')).toBe(0);
});

test('layers are followed around the centre of the map; a view is not offered', async () => {
  window.location.hash = '#/en/dashboard?map=12/56.95/24.1';
  await renderOnMap(<FollowAreaDialog userId={5} onClose={() => {}} />);
  const person = userEvent.setup();
  await person.click(await screen.findByRole('combobox', { name: 'Layers' }));
  await person.click(await screen.findByRole('option', { name: 'Potholes' }));
  expect(screen.queryByRole('option', { name: 'Open potholes' })).toBeNull();
  await person.click(screen.getByRole('button', { name: 'Follow' }));
  await waitFor(() => expect(sent('POST /api/v1/follows/layers')).toHaveLength(1));
  expect(sent('POST /api/v1/follows/layers')).toEqual([
    {
      classIds: [11],
      areaWkt: expect.stringMatching(/^POLYGON\(\(268/),
      name: '',
      events: ['added', 'status'],
      mail: 'daily',
    },
  ]);
  window.location.hash = '';
});

test('layers are followed in a drawn area only once there is one', async () => {
  await renderOnMap(<FollowAreaDialog userId={5} onClose={() => {}} />);
  const person = userEvent.setup();
  await person.click(await screen.findByRole('combobox', { name: 'Layers' }));
  await person.click(await screen.findByRole('option', { name: 'Potholes' }));
  const follow = screen.getByRole('button', { name: 'Follow' });
  expect(follow).toHaveProperty('disabled', false);
  await person.click(screen.getByRole('radio', { name: 'Drawn area' }));
  expect(follow).toHaveProperty('disabled', true);
  expect((await screen.findByRole('status')).textContent).toBe(
    'Click the corners of the area; a double click ends it',
  );
});

test('everything that is followed is listed with its mails', async () => {
  follows = [
    aFollow({}),
    aFollow({ id: 2, objectId: null, classIds: [11], areaWkt: 'POLYGON((0 0,1 0,1 1,0 0))' }),
    aFollow({ id: 3, objectId: null, classIds: [11], name: 'Centre' }),
  ];
  await renderOnMap(<FollowedList userId={5} workMail="never" onWorkMail={() => {}} onAdd={() => {}} />);
  const person = userEvent.setup();
  expect(await screen.findByText('1-77')).toBeTruthy();
  expect(await screen.findByText('Potholes in an area')).toBeTruthy();
  expect(screen.getByText('Centre')).toBeTruthy();
  await person.click(screen.getByRole('combobox', { name: 'News about 1-77' }));
  await person.click(await screen.findByRole('option', { name: 'Bell and e-mail at once' }));
  expect(sent('PATCH /api/v1/follows/1')).toEqual([{ mail: 'atOnce' }]);
  await person.click(screen.getByRole('button', { name: 'Stop following 1-77' }));
  await waitFor(() => expect(screen.queryByText('1-77')).toBeNull());
});
