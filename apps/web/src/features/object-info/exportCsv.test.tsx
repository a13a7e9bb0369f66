import { cleanup, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { i18n } from '../../i18n/index.ts';
import { writeStored } from '../../storage/index.ts';
import { aGeom } from '../../testing/aGeom.ts';
import { aUser } from '../../testing/aUser.ts';
import { startFakeServer } from '../../testing/fakeServer.ts';
import { renderOnMap } from '../../testing/renderOnMap.tsx';
import { exportCsv } from './exportCsv.ts';
import { ObjectInfoTab } from './ObjectInfoTab.tsx';

const server = startFakeServer();
const geom = aGeom({ name: 'Spilve/5: "=1"' });
const route = `POST /api/v1/geoms/csv/${geom.id}`;
const saved: { name: string; blob: Blob }[] = [];

beforeEach(() => {
  localStorage.clear();
  server.reset();
  saved.length = 0;
  server.on(`GET /api/v1/geoms/${geom.id}`, () => ({ body: geom }));
  server.on('GET /api/v1/classifiers/3', () => ({ body: [] }));
  let last: Blob;
  URL.createObjectURL = (blob) => {
    last = blob as Blob;
    return 'blob:x';
  };
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push({ name: this.download, blob: last });
  });
});
afterEach(cleanup);

async function renderSelected() {
  const { map } = await renderOnMap(<ObjectInfoTab />);
  map.select({ id: geom.id, layerId: geom.classId });
  await screen.findByRole('table', { name: 'Object data' });
}
const button = () => screen.queryByRole('button', { name: 'Export CSV' });

test('INFO-03 D-PERM: signed-in users have an Export CSV button, visitors and users without any level have none', async () => {
  await renderSelected();
  expect(button()).toBeNull();
  cleanup();
  writeStored('currentUser', aUser({ permissions: { userName: 'Ilze', unitPermissions: {} } }));
  await renderSelected();
  expect(button()).toBeNull();
  cleanup();
  writeStored('currentUser', aUser());
  await renderSelected();
  expect(button()).not.toBeNull();
});

test('CSV-01 CSV-02 API-GEOM-12: sends id and name, saves what comes back as {name}.csv and says so', async () => {
  writeStored('currentUser', aUser());
  server.on(route, () => ({ text: '\ufeffId\r\n5\r\n', headers: { 'content-type': 'text/csv' } }));
  await renderSelected();
  await userEvent.click(screen.getByRole('button', { name: 'Export CSV' }));
  expect(await screen.findByText('The file has been saved')).toBeTruthy();
  expect(server.sent.find((one) => one.route === route)?.body).toEqual({ id: geom.id, name: geom.name });
  // Paths and drives in a name never reach the disk.
  expect(saved.map(({ name }) => name)).toEqual(['Spilve_5_ _=1_.csv']);
  const bytes = new Uint8Array((await saved[0]?.blob.arrayBuffer()) ?? new ArrayBuffer());
  expect([...bytes.slice(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
});

test('CSV-03: an export that fails says so and saves nothing', async () => {
  writeStored('currentUser', aUser());
  server.on(route, () => ({ status: 500, body: { error: 'INTERNAL', message: '', requestId: '' } }));
  await renderSelected();
  await userEvent.click(screen.getByRole('button', { name: 'Export CSV' }));
  expect(await screen.findByText('Export failed. Try again.')).toBeTruthy();
  expect(saved).toEqual([]);
});

test('CSV-04: without an object it says that something went wrong', async () => {
  await renderOnMap(null);
  await exportCsv(undefined, i18n.t);
  expect(await screen.findByText('Something went wrong. Try again.')).toBeTruthy();
  expect(server.sent).toEqual([]);
});
