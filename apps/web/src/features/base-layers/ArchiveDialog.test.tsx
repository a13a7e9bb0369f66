import type { MapArchive } from '@pgis/contract';
import { cleanup, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { startFakeServer } from '../../testing/fakeServer.ts';
import { renderOnMap } from '../../testing/renderOnMap.tsx';
import { ArchiveDialog } from './ArchiveDialog.tsx';

const server = startFakeServer();
const LIST = 'GET /api/v1/base-map/archives';
const ADD = 'POST /api/v1/base-map/archives';
const town: MapArchive = {
  ...{ file: 'town.pmtiles', sizeBytes: 1_200_000, isUsed: false },
  info: {
    ...{ format: 'PMTiles', schema: 'OpenMapTiles', name: 'The town', attribution: '© Somebody' },
    ...{ west: 24, south: 56.9, east: 24.2, north: 57, minZoom: 0, maxZoom: 14 },
  },
};
const village: MapArchive = {
  ...{ file: 'village.pmtiles', sizeBytes: 20_000, isUsed: false },
  info: {
    ...(town.info as NonNullable<MapArchive['info']>),
    name: 'The village',
    attribution: '© Its people',
  },
};
const archives: readonly MapArchive[] = [
  town,
  village,
  { ...town, file: 'used.pmtiles', isUsed: true },
  { file: 'cut.mbtiles', sizeBytes: 10, isUsed: false, problem: 'CUT_OFF' },
];
const radio = (name: RegExp) => screen.getByRole<HTMLInputElement>('radio', { name });
const field = (name: RegExp) => screen.getByRole<HTMLInputElement>('textbox', { name });

beforeEach(() => {
  server.reset();
  server.on(LIST, () => ({ body: archives }));
});
afterEach(cleanup);

async function open(language: 'en' | 'ru' | 'lv' = 'en') {
  const onSaved = vi.fn();
  await renderOnMap(<ArchiveDialog onClose={() => {}} onSaved={onSaved} />, { language });
  return { user: userEvent.setup(), onSaved };
}

test('what an archive holds is shown before it is added, with its name and attribution filled in', async () => {
  server.on(ADD, () => ({ status: 201, body: {} }));
  const { user, onSaved } = await open();
  const text =
    'The town · PMTiles, OpenMapTiles · zooms 0 to 14 · 24.00 to 24.20 E, 56.90 to 57.00 N · © Somebody';
  expect(await screen.findByText(text)).toBeTruthy();
  expect(radio(/^used/).disabled).toBe(true);
  expect(screen.getByText(/Already a base layer/)).toBeTruthy();
  await user.click(radio(/^town.pmtiles \(1.2\sMB\)/));
  expect(field(/^Name/).value).toBe('The town');
  expect(field(/^Attribution/).value).toBe('© Somebody');
  await user.clear(field(/^Name/));
  await user.type(field(/^Name/), 'Our town');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await vi.waitFor(() => expect(onSaved).toHaveBeenCalled());
  expect(server.sent.find(({ route }) => route === ADD)?.body).toEqual({
    ...{ file: 'town.pmtiles', name: 'Our town', attribution: '© Somebody' },
  });
});

test('the texts of another archive replace those filled in, not those that the user typed', async () => {
  const { user } = await open();
  await user.click(await screen.findByRole('radio', { name: /^town/ }));
  await user.clear(field(/^Attribution/));
  await user.type(field(/^Attribution/), '© We');
  await user.click(radio(/^village/));
  expect([field(/^Name/).value, field(/^Attribution/).value]).toEqual(['The village', '© We']);
});

test.for([
  ['en', 'The file is incomplete. Wait for the end of the copy, or copy it again.'],
  ['ru', 'Файл неполный. Дождитесь конца копирования или скопируйте его заново.'],
  ['lv', 'Fails ir nepilnīgs. Sagaidiet kopēšanas beigas vai nokopējiet to vēlreiz.'],
] as const)('a damaged archive cannot be selected and says why: %s', async ([language, text]) => {
  await open(language);
  expect(await screen.findByText(text)).toBeTruthy();
  expect(radio(/^cut/).disabled).toBe(true);
});

test('what the server refuses is shown at its field', async () => {
  server.on(ADD, () => ({
    status: 400,
    body: {
      ...{ error: 'VALIDATION', message: '', requestId: '1' },
      errors: [{ path: '/file', code: 'ARCHIVE_DAMAGED' }],
    },
  }));
  const { user, onSaved } = await open();
  await user.click(await screen.findByRole('radio', { name: /^town/ }));
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('The file is damaged. Copy it again, or create it again.')).toBeTruthy();
  expect(onSaved).not.toHaveBeenCalled();
});

test('an empty folder says where archives come from', async () => {
  server.on(LIST, () => ({ body: [] }));
  await open();
  expect(await screen.findByText('There are no archives yet')).toBeTruthy();
});
