import type { ShortLink } from '@pgis/contract';
import { cleanup, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startFakeServer } from '../../testing/fakeServer.ts';
import { renderOnMap } from '../../testing/renderOnMap.tsx';
import { MyLinks } from './MyLinks.tsx';

const server = startFakeServer();
const LIST = 'GET /api/v1/links';
const aLink = (id: number, changes: Partial<ShortLink> = {}): ShortLink => ({
  ...{ id, code: `code${id}`, address: '', createdAt: '2026-11-20T10:00:00.000Z', openedCount: id },
  ...{ expiresAt: null, turnedOffAt: null },
  ...changes,
});

beforeEach(() => server.reset());
afterEach(cleanup);

test('a link says how often it was opened and until when it works; one that works can be turned off', async () => {
  const past = '2020-01-01T00:00:00.000Z';
  const future = '2100-01-01T00:00:00.000Z';
  server.on(LIST, () => ({
    body: [
      aLink(1),
      aLink(2, { expiresAt: future }),
      aLink(3, { expiresAt: past }),
      aLink(4, { expiresAt: future, turnedOffAt: past }),
    ],
  }));
  server.on('DELETE /api/v1/links/2', () => ({ status: 204 }));
  await renderOnMap(<MyLinks userId={7} />);
  const rows = await screen.findAllByRole('listitem');
  const has = (text: string) => rows.map((row) => row.textContent?.includes(text));
  expect(rows[0]?.querySelector('a')?.getAttribute('href')).toContain('/s/code1');
  expect(rows[0]?.querySelector('a')?.textContent).not.toContain('://');
  expect(has('2100')).toEqual([false, true, false, false]);
  expect(has('Expired')).toEqual([false, false, true, false]);
  expect(has('Turned off')).toEqual([false, false, false, true]);
  expect(screen.getAllByRole('button')).toHaveLength(2);
  await userEvent.click(screen.getAllByRole('button')[1] as HTMLElement);
  await waitFor(() => expect(server.countOf(LIST)).toBe(2));
  expect(server.countOf('DELETE /api/v1/links/2')).toBe(1);
});

test('without links, and when they could not be read, it says so', async () => {
  server.on(LIST, () => ({ body: [] }));
  await renderOnMap(<MyLinks userId={7} />);
  await waitFor(() => expect(document.querySelector('p')).not.toBeNull());
  expect(screen.queryByRole('list')).toBeNull();
  cleanup();
  server.on(LIST, () => ({ status: 500, body: { error: 'INTERNAL', message: '', requestId: '' } }));
  await renderOnMap(<MyLinks userId={7} />);
  expect(await screen.findByRole('heading')).toBeTruthy();
});
