import { cleanup, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { forgetSettings, loadSettings } from '../../settings/index.ts';
import { startFakeServer } from '../../testing/fakeServer.ts';
import { renderOnMap } from '../../testing/renderOnMap.tsx';
import { HelpDialog } from './HelpDialog.tsx';

const server = startFakeServer();
const LIST = 'GET /api/v1/help';

beforeEach(async () => {
  server.reset();
  server.on('GET /api/v1/settings', () => ({ body: { version: '1.2.3' } }));
  server.on(LIST, () => ({ body: ['Editing objects.html', 'Reports.pdf'] }));
  await loadSettings();
});
afterEach(() => {
  cleanup();
  forgetSettings();
});

test('HEAD-02 HELP-01: the help lists its files and the keys of the map, and names the version', async () => {
  const onClose = vi.fn();
  await renderOnMap(<HelpDialog onClose={onClose} />);
  expect(await screen.findByRole('button', { name: 'Editing objects' })).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Reports.pdf' })).toBeTruthy();
  const keys = [...document.querySelectorAll('kbd')].map(({ textContent }) => textContent);
  expect(keys).toEqual(['Esc', 'Backspace', 'Ctrl+Z', 'Alt', ', .', '+', '−', 'Arrow keys', 'Tab']);
  expect(screen.getByText(/1\.2\.3/)).toBeTruthy();
  const buttons = screen.getAllByRole('button', { name: 'Close' });
  await userEvent.click(buttons.at(-1) as HTMLElement);
  expect(onClose).toHaveBeenCalledOnce();
});

test('HELP-01: without files there is no heading for them; a list that failed is requested again', async () => {
  server.on(LIST, () => ({ body: [] }));
  await renderOnMap(<HelpDialog onClose={() => {}} />);
  await vi.waitFor(() => expect(server.countOf(LIST)).toBe(1));
  expect(screen.queryByRole('heading', { name: 'Files' })).toBeNull();
  cleanup();
  server.on(LIST, () => ({ status: 500, body: { error: 'INTERNAL', message: '', requestId: '' } }));
  await renderOnMap(<HelpDialog onClose={() => {}} />);
  const retry = await screen.findByRole('button', { name: 'Try again' });
  server.on(LIST, () => ({ body: ['Reports.html'] }));
  await userEvent.click(retry);
  expect(await screen.findByRole('button', { name: 'Reports' })).toBeTruthy();
});
