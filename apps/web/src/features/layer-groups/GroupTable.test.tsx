import type { ClassifierWithChildren } from '@pgis/contract';
import { cleanup, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, describe, expect, test } from 'vitest';
import { startFakeServer } from '../../testing/fakeServer.ts';
import { renderOnMap } from '../../testing/renderOnMap.tsx';
import { group, layer } from '../../testing/treeNodeDialog.tsx';
import { GroupTable } from './GroupTable.tsx';

startFakeServer();
afterEach(cleanup);

const row = { ...layer, description: '', sourceId: null, statusType: null, canAdd: true };
async function renderGroup(changes: object, isFiltered = false) {
  const one = { ...group(2, 'Nature'), description: '', ...changes } as unknown as ClassifierWithChildren;
  await renderOnMap(<GroupTable group={one} groups={[one]} isFiltered={isFiltered} />);
  return within(screen.getByRole('region', { name: 'Nature' }));
}
const cellsOf = (section: ReturnType<typeof within>) =>
  section
    .getAllByRole('row')
    .map((one: HTMLElement) => [...one.children].slice(0, 3).map((cell) => cell.textContent));

test('a group of layers lists them with their objects, and marks views', async () => {
  const section = await renderGroup({
    description: 'Trees and parks',
    childClassifiers: [
      { ...row, usedCount: 1_200, description: 'In streets' },
      { ...row, id: 12, name: 'Old trees', sourceId: 11 },
    ],
  });
  expect(section.getByRole('heading').textContent).toBe('Nature 2');
  expect(section.getByText('Trees and parks')).toBeTruthy();
  expect(cellsOf(section)).toEqual([
    ['Name', 'Description', 'Objects'],
    ['Trees', 'In streets', '1,200'],
    ['Old trees Duplicate', '', '—'],
  ]);
  expect(section.getByRole('button', { name: 'Add layer' })).toBeTruthy();
});

test('a group of statuses lists them with their comments and types', async () => {
  const section = await renderGroup({
    kind: 'statusGroup',
    childClassifiers: [{ ...row, kind: 'status', name: 'Done', statusType: 'fixed', usedCount: 3 }],
  });
  expect(cellsOf(section)).toEqual([
    ['Name', 'Description', 'Comments'],
    ['Done Fixed', '', '3'],
  ]);
  expect(section.getByRole('button', { name: 'Add status' })).toBeTruthy();
});

test.each([
  ['group', 'No layers'],
  ['statusGroup', 'No statuses'],
])('an empty %s says so, and offers nothing to who may not add', async (kind, text) => {
  const section = await renderGroup({ kind, canAdd: false });
  expect(section.getByText(new RegExp(text))).toBeTruthy();
  expect(section.queryByRole('table')).toBeNull();
  expect(section.queryByRole('button', { name: /^Add/ })).toBeNull();
});

describe('the menu of a row', () => {
  const managed = { ...row, canManage: true, canEdit: true, usedCount: 0 };
  const childClassifiers = [managed, { ...managed, id: 12, name: 'Views', sourceId: 11 }];
  const openMenu = async (name: string, isFiltered = false, changes: object = {}) => {
    const section = await renderGroup({ childClassifiers, ...changes }, isFiltered);
    await userEvent.click(section.getByRole('button', { name: `More actions for ${name}` }));
    return (await screen.findAllByRole<HTMLButtonElement>('menuitem')).map(
      ({ textContent, disabled }) => `${textContent}${disabled ? ' -' : ''}`,
    );
  };

  test.each([
    ['Trees', ['Duplicate', 'Move up -', 'Move down', 'Remove data… -', 'Delete']],
    ['Views', ['Duplicate', 'Move up', 'Move down -', 'Delete']],
  ])('of %s has what can be done', async (name, items) => {
    expect(await openMenu(name)).toEqual(items);
  });

  test('moves no row while a search hides some', async () => {
    expect(await openMenu('Views', true)).toEqual(['Duplicate', 'Delete']);
  });

  test('moves a status for who may edit it, and is missing for who may do nothing', async () => {
    const status = { ...managed, kind: 'status', canManage: false };
    const statuses = [status, { ...status, id: 12, name: 'Done' }];
    const items = await openMenu('Done', false, { kind: 'statusGroup', childClassifiers: statuses });
    expect(items).toEqual(['Move up', 'Move down -']);
    cleanup();
    const locked = statuses.map((one) => ({ ...one, canEdit: false }));
    const section = await renderGroup({ kind: 'statusGroup', childClassifiers: locked });
    expect(section.queryByRole('button', { name: /^More actions for (Trees|Done)/ })).toBeNull();
    expect(section.getByRole('button', { name: 'Edit Done' })).toBeTruthy();
  });
});
