import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { MapController } from '../../../map/index.ts';
import type { Store } from '../../../store/Store.ts';
import { clearDrafts, expectDraftsOf, listStoredDrafts } from '../../../testing/drafts.ts';
import { startFakeServer } from '../../../testing/fakeServer.ts';
import { renderOnMap } from '../../../testing/renderOnMap.tsx';
import { DRAFT_FORMAT, writeDrafts } from '../../../ui/drafts/draftStore.ts';
import { hasChanges, requestCloseTopmost } from '../../../ui/unsaved-work/index.ts';
import { PositionStep } from '../PositionStep.tsx';
import { CitizenReport } from './CitizenReport.tsx';
import { forgetReport, listReports, storeReport } from './outbox/outbox.ts';
import { loadReportLayersAhead } from './useReportLayers.ts';

const server = startFakeServer();
const add = 'POST /api/v1/geoms/add';
const nearest = 'GET /api/v1/places/nearest';
const layer = (id: number, name: string, blurPositions: boolean) => ({
  ...{ id, name, blurPositions, canAdd: true, layerFields: [] },
});

const layers = 'GET /api/v1/classifiers/1/include-children';

beforeEach(async () => {
  localStorage.clear();
  await clearDrafts();
  server.reset();
  server.on(layers, () => ({
    body: [
      {
        ...{ id: 1, name: 'Reports' },
        childClassifiers: [layer(11, 'Road damage', false), layer(12, 'Beehives', true)],
      },
    ],
  }));
  server.on(nearest, ({ query: { towns } }) => ({
    body: {
      ...{ name: towns ? 'Rīga' : 'Brīvības gatve 214', distanceM: 20, isAddress: !towns, attribution: '' },
    },
  }));
  server.on(add, () => ({ status: 201, body: { id: 4294968500 } }));
});
afterEach(cleanup);

const lookAt = (map: MapController, zoom: number, centerLonLat = [24, 57]) =>
  act(() => (map.view as unknown as Store<object>).set({ zoom, centerLonLat }));

/** Replaces the device; the function reports a position. */
function startDevice() {
  let reportFix: (fix: object) => void = () => {};
  const watchPosition = (onFix: typeof reportFix) => {
    reportFix = onFix;
  };
  const value = { watchPosition, clearWatch: () => {} };
  Object.defineProperty(navigator, 'geolocation', { value, configurable: true });
  return (accuracy: number) => act(() => reportFix({ coords: { longitude: 24, latitude: 57, accuracy } }));
}

async function open() {
  const { map } = await renderOnMap(<CitizenReport />);
  await screen.findByRole('button', { name: 'Send report' });
  const person = userEvent.setup();
  const click = (name: string) => person.click(screen.getByRole('button', { name }));
  return { map, person, click };
}

test('what was typed is offered after a reload, and a category of private places gives no address away', async () => {
  const first = await open();
  await first.click('Choose');
  lookAt(first.map, 17);
  await first.click('Use this location');
  expect(await screen.findByText('Brīvības gatve 214')).toBeTruthy();
  await first.person.click(screen.getByRole('radio', { name: 'Beehives' }));
  await first.person.type(screen.getByPlaceholderText(/^For example/), 'Swarm');
  await first.person.click(screen.getByRole('checkbox', { name: 'Keep me posted by e-mail' }));
  await first.person.type(screen.getByRole('textbox', { name: 'E-mail' }), 'anna@example.com');
  await expectDraftsOf('visitor citizen report');
  await waitFor(async () => expect(JSON.stringify(await listStoredDrafts())).toContain('Swarm'));
  expect(JSON.stringify(await listStoredDrafts())).not.toContain('anna@');
  cleanup();

  const { click } = await open();
  await screen.findByRole('status', { name: 'Draft' });
  await click('Continue');
  expect(await screen.findByText('Rīga')).toBeTruthy();
  expect(screen.getByText(/^Only staff see the exact location/)).toBeTruthy();
  expect(screen.queryByText('Brīvības gatve 214')).toBeNull();
  await click('Send report');
  await waitFor(() => expect(server.countOf(add)).toBe(1));
  expect(server.sent.findLast(({ route }) => route === add)?.body).toMatchObject({
    ...{ name: 'Rīga', description: 'Swarm', classId: 12 },
    wkt: expect.stringMatching(/^POINT\(2671667/),
  });
  await expectDraftsOf();
});

test('Back returns from the map to the form; leaving the page there asks about what was typed, and a late fix does not move it', async () => {
  const reportFix = startDevice();
  const { map, person, click } = await open();
  await person.type(screen.getByPlaceholderText(/^For example/), 'Swarm');
  await click('Choose');
  const centerOn = vi.spyOn(map.camera, 'centerOn');
  reportFix(9);
  expect(centerOn).not.toHaveBeenCalled();
  expect(hasChanges()).toBe(true);
  act(() => void expect(requestCloseTopmost()).toBe(true));
  expect(await screen.findByDisplayValue('Swarm')).toBeTruthy();
});

test('the position of a device that knows only the town is not used; a map that was moved has to be confirmed', async () => {
  const reportFix = startDevice();
  await open();
  reportFix(2000);
  expect(screen.getByText('Your device knows it only to ±2.00 km.')).toBeTruthy();
  expect(screen.getByText('Choose the location to continue')).toBeTruthy();
  reportFix(8);
  expect(screen.getByText('Your location, ±8 m')).toBeTruthy();
  cleanup();

  const { map } = await renderOnMap(<PositionStep />);
  lookAt(map, 17);
  (map.camera.canGoBack as Store<boolean>).set(true);
  act(() => map.setTool('DrawPoint', 'centre'));
  expect(await screen.findByText('Middle of the map. Is it here?')).toBeTruthy();
  expect(screen.getByText('Confirm the location to continue')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Yes' }));
  expect(screen.getByText('Location selected on the map')).toBeTruthy();
  expect(screen.getByText('Choose what is wrong to continue')).toBeTruthy();
});

test('a report that the server has refused is corrected in the form; another is discarded after a question', async () => {
  const values = {
    ...{ objectId: 1, classId: 11, name: '', description: 'Hole', userEmail: '' },
    ...{ isPublic: true, data: {} },
  };
  const typed = { text: 'Meža ceļš 7', lonLat: [24, 57] as const };
  const place = { lonLat: [24, 57] as const, accuracyM: null, isSuggested: false };
  const refused = {
    body: { wkt: 'POINT(1 2)', name: 'A', description: 'Hole', classId: 11, data: '{}', isPublic: true },
    ...{ idempotencyKey: 'old', id: null, photos: [], at: 1, isThanked: false },
    content: { values, typed, place, wantsMails: false },
    refusal: { code: 'FORBIDDEN', status: 403, message: 'The layer is closed', at: Date.now() },
  } as const;
  await storeReport(refused);
  await storeReport({ ...refused, idempotencyKey: 'other', body: { ...refused.body, description: 'Bench' } });
  const { click } = await open();
  const notice = (await screen.findByText(/“Bench”/)).closest<HTMLElement>('[role="alert"]');
  if (notice === null) throw new Error('no notice');
  await userEvent.click(within(notice).getByRole('button', { name: 'Discard' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Yes' }));
  await waitFor(() => expect(screen.queryByText(/“Bench”/)).toBeNull());

  expect(screen.getByText('The layer is closed')).toBeTruthy();
  await click('Correct');
  expect(screen.getByDisplayValue('Hole')).toBeTruthy();
  await click('Send report');
  await waitFor(() => expect(server.countOf(add)).toBe(1));
  const sent = server.sent.findLast(({ route }) => route === add);
  expect(sent?.body).toMatchObject({ name: 'Meža ceļš 7', description: 'Hole' });
  expect(sent?.headers['idempotency-key']).not.toBe('old');
  await expect.poll(listReports).toEqual([]);
});

test('a refused report of an earlier version, stored without the form, is corrected from what was sent; one that another tab has sent goes', async () => {
  const refused = {
    body: {
      ...{ wkt: 'POINT(2671667.8 7771000.5)', name: 'Meža ceļš 7', description: 'Hole', classId: 11 },
      ...{ data: '{}', isPublic: true },
    },
    ...{ idempotencyKey: 'old', id: null, photos: [], at: 1, isThanked: false },
    refusal: { code: 'FORBIDDEN', status: 403, message: 'The layer is closed', at: Date.now() },
  } as const;
  await storeReport(refused);
  await storeReport({ ...refused, idempotencyKey: 'other', body: { ...refused.body, description: 'Bench' } });
  const { person, click } = await open();
  const notice = (await screen.findByText(/“Bench”/)).closest<HTMLElement>('[role="alert"]');
  if (notice === null) throw new Error('no notice');
  await forgetReport({ idempotencyKey: 'other' });
  await person.click(within(notice).getByRole('button', { name: 'Correct' }));
  await waitFor(() => expect(screen.queryByText(/“Bench”/)).toBeNull());
  expect(screen.queryByDisplayValue('Bench')).toBeNull();
  await click('Correct');
  expect(await screen.findByDisplayValue('Hole')).toBeTruthy();
  await click('Send report');
  await waitFor(() => expect(server.countOf(add)).toBe(1));
  expect(server.sent.findLast(({ route }) => route === add)?.body).toMatchObject({
    ...{ name: 'Meža ceļš 7', description: 'Hole' },
    wkt: expect.stringMatching(/^POINT\(2671667\.\d+ 777100\d/),
  });
  await expect.poll(listReports).toEqual([]);
});

test('photos that the server has refused can be sent again or discarded', async () => {
  const refused = {
    body: { wkt: 'POINT(1 2)', name: 'A', description: 'Hole', classId: 11, data: '{}', isPublic: true },
    ...{ idempotencyKey: 'old', id: 4_294_967_402, photos: [{ name: 'a' } as File], at: 1, isThanked: true },
    refusal: { code: 'NOT_SIGNED_IN', status: 401, message: undefined, at: Date.now() },
  } as const;
  await storeReport(refused);
  const { click } = await open();
  expect(await screen.findByText(/1-106.*a photo could not be uploaded/)).toBeTruthy();
  expect(screen.getByText(/Photos are accepted for a day/)).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy();
  await click('Discard');
  await userEvent.click(await screen.findByRole('button', { name: 'Yes' }));
  await expect.poll(listReports).toEqual([]);
});

test('a position is content too: it is a draft, and an address typed elsewhere and given up leaves it alone', async () => {
  const { map, person, click } = await open();
  const typeAddress = async (text: string) => {
    await person.click(await screen.findByRole('button', { name: 'Correct the address' }));
    await person.type(screen.getByRole('textbox', { name: 'Address or name' }), text);
  };
  await click('Choose');
  lookAt(map, 17);
  await typeAddress('Meža ceļš 7');
  await click('Use this location');
  expect(await screen.findByText('Meža ceļš 7')).toBeTruthy();
  await expectDraftsOf('visitor citizen report');
  await click('Change');
  lookAt(map, 17, [24.1, 57]);
  await typeAddress('Liepu iela 1');
  await click('Back');
  expect(await screen.findByText('Meža ceļš 7')).toBeTruthy();
});

test('a draft whose photos the browser could not store says how many are missing', async () => {
  const changedAt = Date.now();
  const content = {
    values: {
      ...{ objectId: 1, classId: 11, name: '', description: 'Hole', userEmail: '', isPublic: true },
      data: {},
    },
    ...{ typed: null, place: null, wantsMails: false, photoKey: 'lost', photoCount: 2, refusedKey: null },
  };
  await writeDrafts('visitor citizen report', [
    { format: DRAFT_FORMAT, begunAt: changedAt, changedAt, content },
  ]);
  const { click } = await open();
  await screen.findByRole('status', { name: 'Draft' });
  await click('Continue');
  expect(await screen.findByText(/^2 photos of the draft could not be stored/)).toBeTruthy();
});

test('without a network the report is stored with the e-mail address to be sent, and without it to be read', async () => {
  server.on(add, () => {
    throw new TypeError('fetch failed');
  });
  const { map, person, click } = await open();
  await click('Choose');
  lookAt(map, 17);
  await click('Use this location');
  await person.click(screen.getByRole('radio', { name: 'Road damage' }));
  await person.click(screen.getByRole('checkbox', { name: 'Keep me posted by e-mail' }));
  await person.type(screen.getByRole('textbox', { name: 'E-mail' }), 'anna@example.com');
  await click('Send report');
  await expect.poll(async () => (await listReports())[0]?.body.userEmail).toBe('anna@example.com');
  const [stored] = await listReports();
  expect(stored?.content).toMatchObject({ values: { userEmail: '' }, wantsMails: false });
  await forgetReport({ idempotencyKey: stored?.idempotencyKey ?? '' });
});

test('the form opens without a network, with the categories that were loaded ahead', async () => {
  loadReportLayersAhead();
  await waitFor(() => expect(server.countOf(layers)).toBe(1));
  server.reset();
  await open();
  expect(screen.getByRole('radio', { name: 'Road damage' })).toBeTruthy();
});
