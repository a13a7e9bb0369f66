import type { Import, ImportInspection } from '@pgis/contract';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { writeStored } from '../../../storage/index.ts';
import { aUser } from '../../../testing/aUser.ts';
import { startFakeServer } from '../../../testing/fakeServer.ts';
import { renderOnMap } from '../../../testing/renderOnMap.tsx';
import { group, layer } from '../../../testing/treeNodeDialog.tsx';
import { type ImportDraft, toDraft } from '../draft/importDraft.ts';
import { DestinationStep } from './DestinationStep.tsx';

const server = startFakeServer();
const tree = 'GET /api/v1/classifiers/1/include-children/admin';
const run = 'POST /api/v1/imports/5/run';
const inspection = {
  layer: 'stands',
  featureCount: 1_200,
  skipped: [
    { reason: 'NO_GEOMETRY', count: 3, rows: [] },
    { reason: 'NO_GEOMETRY', count: 2, rows: [] },
  ],
  fields: [
    { name: 'kadastrs', filled: 4 },
    { name: 'suga', filled: 4 },
  ],
  candidates: [{ crs: 'EPSG:3059', isSwapped: false }],
} as unknown as ImportInspection;
const one = { id: 5 } as Import;
const goTo = vi.fn();

function Step({ start }: { readonly start: Partial<ImportDraft> }) {
  const [draft, setDraft] = useState({ ...toDraft(inspection), ...start });
  return (
    <DestinationStep
      one={one}
      inspection={inspection}
      draft={draft}
      onChange={(change) => setDraft((before) => ({ ...before, ...change }) as ImportDraft)}
      onGoTo={goTo}
    />
  );
}
const show = (start: Partial<ImportDraft> = {}) => renderOnMap(<Step start={start} />);

beforeEach(() => {
  localStorage.clear();
  goTo.mockClear();
  server.reset();
  writeStored('currentUser', aUser({ Admin: true }));
  server.on(run, () => ({ body: one }));
  server.on(tree, () => ({
    body: [
      group(7, 'Roads', { childClassifiers: [layer] }),
      group(8, 'Parks', {
        canManage: false,
        childClassifiers: [
          { ...layer, id: 21, name: 'Closed', canAdd: false },
          { ...layer, id: 22, name: 'View of trees', sourceId: 11 },
          { ...layer, id: 23, name: 'Benches' },
        ],
      }),
      group(9, 'Of others', { companyId: 2, childClassifiers: [{ ...layer, id: 31, name: 'Theirs' }] }),
    ],
  }));
});
afterEach(cleanup);

const tile = (name: string) => screen.getByRole<HTMLButtonElement>('radio', { name: new RegExp(`^${name}`) });
const offered = async (name: RegExp) => {
  await userEvent.click(screen.getByRole('combobox', { name }));
  return (await screen.findAllByRole('option', { hidden: true })).map(({ textContent }) => textContent);
};
const choose = async (name: RegExp, option: string) => {
  await userEvent.click(screen.getByRole('combobox', { name }));
  await userEvent.click(await screen.findByRole('option', { name: option, hidden: true }));
};
const next = (name = 'Import') => screen.getByRole<HTMLButtonElement>('button', { name });
const sent = () => server.sent.findLast(({ route }) => route === run)?.body;

test('without a group to change, the step says that one comes first', async () => {
  server.on(tree, () => ({ body: [group(8, 'Parks', { canManage: false })] }));
  await show();
  await screen.findByText('There is no layer group that you may change. Add one first.');
  expect(tile('New layer').disabled).toBe(true);
});

test('a new layer goes into a group of the own company that the user manages', async () => {
  await show();
  await waitFor(() => expect(tile('New layer').disabled).toBe(false));
  expect(await offered(/^Layer group/)).toEqual(['Roads']);
  await userEvent.click(await screen.findByRole('option', { name: 'Roads', hidden: true }));
  const name = screen.getByRole('textbox', { name: /^Layer name/ });
  await userEvent.clear(name);
  expect(next().disabled).toBe(true);
  await userEvent.type(name, 'Stands of 2026');
  await userEvent.click(screen.getByRole('switch', { name: 'Objects are public' }));
  await userEvent.click(screen.getByRole('switch', { name: /^Cut long texts/ }));
  const check = within(screen.getByRole('region', { name: 'Check before you import' }));
  expect(check.getByText(/Objects that will be added: 1,195/)).toBeTruthy();
  expect(check.getByText(/Rows that will be skipped: 5/)).toBeTruthy();
  await userEvent.click(next());
  await waitFor(() =>
    expect(sent()).toMatchObject({
      target: { kind: 'newLayer', groupId: 7, name: 'Stands of 2026', isPublic: true },
      truncates: true,
    }),
  );
  await userEvent.click(screen.getByRole('button', { name: 'Back' }));
  expect(goTo).toHaveBeenCalledWith('location');
});

test('objects are added to a layer that holds its own and may get more', async () => {
  await show();
  await waitFor(() => expect(tile('Add to a layer').disabled).toBe(false));
  await userEvent.click(tile('Add to a layer'));
  expect(screen.queryByRole('textbox', { name: /^Layer name/ })).toBeNull();
  expect(await offered(/^Layer/)).toEqual(['Trees (Roads)', 'Benches (Parks)']);
  expect(next().disabled).toBe(true);
  await userEvent.click(await screen.findByRole('option', { name: 'Benches (Parks)', hidden: true }));
  await userEvent.click(next());
  await waitFor(() => expect(sent()).toMatchObject({ target: { kind: 'add', layerId: 23 } }));
});

test('a comparison needs a way to match, by place with a distance', async () => {
  await show({ target: 'compare' });
  await waitFor(() => expect(tile('Compare and update').disabled).toBe(false));
  const check = within(screen.getByRole('region', { name: 'Check before you import' }));
  expect(check.getByText(/Rows that will be compared: 1,195/)).toBeTruthy();
  await choose(/^Layer/, 'Trees (Roads)');
  expect(next('Compare').disabled).toBe(true);
  await choose(/^Match/, 'Place');
  const distance = screen.getByRole('textbox', { name: /^Distance/ });
  await userEvent.clear(distance);
  await userEvent.type(distance, '25');
  await userEvent.click(next('Compare'));
  await waitFor(() =>
    expect(sent()).toMatchObject({
      target: { kind: 'compare', layerId: 11, match: { by: 'place', distanceM: 25 } },
    }),
  );
});

test('where there is nothing to choose from, nothing can be chosen', async () => {
  server.on(tree, () => ({ body: [] }));
  await show();
  await waitFor(() => expect(server.countOf(tree)).toBe(1));
  expect(['New layer', 'Add to a layer', 'Compare and update'].map((name) => tile(name).disabled)).toEqual([
    true,
    true,
    true,
  ]);
});

test('an import that cannot begin says why', async () => {
  server.on(run, () => ({ status: 503, body: { error: 'OVERLOADED', message: 'm', requestId: 'r' } }));
  await show({ groupId: 7 });
  await userEvent.click(next());
  expect(await screen.findByRole('alert')).toBeTruthy();
});
