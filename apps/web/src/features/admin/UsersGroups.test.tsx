import type { Group, UserRow, UserStatus } from '@pgis/contract';
import { cleanup, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { writeStored } from '../../storage/index.ts';
import { answerDiscard } from '../../testing/answerDiscard.ts';
import { aUser } from '../../testing/aUser.ts';
import { startFakeServer } from '../../testing/fakeServer.ts';
import { renderOnMap } from '../../testing/renderOnMap.tsx';
import UsersGroupsScreen from './UsersGroupsScreen.tsx';

const server = startFakeServer();
const self = aUser({ Admin: true });

const aRow = (id: number, name: string, status: UserStatus): UserRow => ({
  id,
  email: `${name.toLowerCase()}@example.org`,
  firstName: name,
  lastName: '',
  phone: '',
  position: '',
  companyId: 1,
  language: 'en',
  status,
  firstLogin: false,
  lastLoginAt: null,
  lastActivityAt: null,
  createdAt: '2026-01-01T00:00:00.000Z',
  groupIds: [7],
  canManage: true,
});
const group: Group = {
  id: 7,
  name: 'Rangers',
  moduleAdmin: false,
  hasCustomReports: false,
  grants: [],
  memberCount: 4,
  canManage: true,
};
const rows = [
  aRow(1, 'Ivars', 'invited'),
  aRow(2, 'Elza', 'enabled'),
  aRow(3, 'Dace', 'disabled'),
  aRow(self.userId, 'Self', 'enabled'),
];

beforeEach(() => {
  localStorage.clear();
  writeStored('currentUser', self);
  server.reset();
  server.on('GET /api/v1/user', () => ({ body: { items: rows, total: rows.length } }));
  server.on('GET /api/v1/groups', () => ({ body: [group] }));
  server.on('GET /api/v1/units', () => ({ body: [] }));
});
afterEach(cleanup);

async function menuOf(name: string) {
  await userEvent.click(await screen.findByRole('button', { name: `Actions for ${name}` }));
  const items = (await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent);
  return items;
}

test.each([
  ['Ivars', ['Effective rights', 'Edit', 'Send the invitation again', 'Disable', 'Delete…']],
  ['Elza', ['Effective rights', 'Edit', 'Sessions', 'Disable']],
  ['Dace', ['Effective rights', 'Edit', 'Enable', 'Delete…']],
  ['Self', ['Effective rights', 'Edit', 'Sessions']],
] as const)('D-USER-02 D-USER-06: what may be done with %s follows from the status', async (name, items) => {
  await renderOnMap(<UsersGroupsScreen />);
  expect(await menuOf(name)).toEqual(items);
});

test('D-USER-03 D-USER-06: an invitation is sent again', async () => {
  server.on('POST /api/v1/user/1/invitation', () => ({ status: 204 }));
  await renderOnMap(<UsersGroupsScreen />);
  await menuOf('Ivars');
  await userEvent.click(screen.getByRole('menuitem', { name: 'Send the invitation again' }));
  expect(await screen.findByText('The invitation has been sent to ivars@example.org')).toBeTruthy();
  expect(server.countOf('POST /api/v1/user/1/invitation')).toBe(1);
});

test('D-USER-06: the number of a group’s members leads to them', async () => {
  await renderOnMap(<UsersGroupsScreen />);
  await userEvent.click(screen.getByRole('tab', { name: /^Groups/ }));
  await userEvent.click(await screen.findByRole('button', { name: '4. Show the members of Rangers' }));
  const table = await screen.findByRole('table', { name: 'Users' });
  expect(await within(table).findAllByRole('row')).toHaveLength(rows.length + 1);
  expect(server.sent.filter(({ route }) => route === 'GET /api/v1/user').at(-1)?.query).toMatchObject({
    _group: '7',
  });
});

test('D-USER-06: users are sorted by a column, and by the same one backwards', async () => {
  await renderOnMap(<UsersGroupsScreen />);
  const table = within(await screen.findByRole('table', { name: 'Users' }));
  const head = (name: string) => table.getByRole('columnheader', { name });
  const sortBy = async (name: string, sort: string, direction: string) => {
    await userEvent.click(within(head(name)).getByRole('button'));
    await vi.waitFor(() =>
      expect(server.sent.filter(({ route }) => route === 'GET /api/v1/user').at(-1)?.query._sort).toBe(sort),
    );
    expect(head(name).getAttribute('aria-sort')).toBe(direction);
  };
  await sortBy('E-mail', 'email', 'ascending');
  expect(head('Name').getAttribute('aria-sort')).toBe('none');
  await sortBy('E-mail', '-email', 'descending');
  await sortBy('E-mail', 'email', 'ascending');
  await sortBy('Name', 'name', 'ascending');
});

test.each(['Close', 'Cancel'])('%s of a dialog asks before it discards what was typed', async (name) => {
  const person = userEvent.setup();
  await renderOnMap(<UsersGroupsScreen />);
  await menuOf('Elza');
  await person.click(screen.getByRole('menuitem', { name: 'Edit' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit user' }));
  const phone = dialog.getByRole<HTMLInputElement>('textbox', { name: 'Phone' });
  await person.type(phone, '123');
  await person.click(dialog.getByRole('button', { name }));
  await answerDiscard(person, 'No');
  expect(phone.value).toBe('123');
  await person.clear(phone);
  await person.click(dialog.getByRole('button', { name }));
  expect(screen.queryByRole('dialog')).toBeNull();
});

describe('groups and units', () => {
  const units = [
    { id: 1, name: 'Town', parentId: null },
    { id: 2, name: 'Parks', parentId: 1 },
    { id: 3, name: 'Playgrounds', parentId: 2 },
    { id: 4, name: 'Roads', parentId: 1 },
  ];
  const bodyOf = (route: string) => server.sent.filter((sent) => sent.route === route).at(-1)?.body;
  const openTab = async (name: RegExp) => {
    await renderOnMap(<UsersGroupsScreen />);
    await userEvent.click(screen.getByRole('tab', { name }));
  };
  beforeEach(() => server.on('GET /api/v1/units', () => ({ body: units })));

  test('D-USER-06: a group needs a name, and has one level in each unit', async () => {
    server.on('POST /api/v1/groups', () => ({ status: 201, body: { ...group, id: 8 } }));
    await openTab(/^Groups/);
    await userEvent.click(screen.getByRole('button', { name: 'Add group' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Add group' }));
    await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
    expect(dialog.getByText('Fill in this field')).toBeTruthy();
    await userEvent.type(dialog.getByRole('textbox', { name: /^Name/ }), 'Gardeners');
    const level = (unit: string, name: string) =>
      userEvent.click(within(dialog.getByRole('radiogroup', { name: unit })).getByRole('radio', { name }));
    await level('Parks', 'Write');
    await level('Parks', 'Admin');
    await level('Roads', 'Read');
    await level('Town', 'Read');
    await level('Town', 'None');
    await userEvent.click(dialog.getByRole('switch', { name: 'Custom reports' }));
    await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Saved')).toBeTruthy();
    expect(bodyOf('POST /api/v1/groups')).toEqual({
      name: 'Gardeners',
      moduleAdmin: false,
      hasCustomReports: true,
      grants: [
        { unitId: 2, level: 'Admin' },
        { unitId: 4, level: 'Read' },
      ],
    });
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  test('D-USER-06: an edited group keeps what is not changed', async () => {
    const stored = { ...group, moduleAdmin: true, grants: [{ unitId: 2, level: 'Write' as const }] };
    server.on('GET /api/v1/groups', () => ({ body: [stored] }));
    server.on('PUT /api/v1/groups/7', () => ({ body: stored }));
    await openTab(/^Groups/);
    await userEvent.click(await screen.findByRole('button', { name: 'Edit Rangers' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Edit group' }));
    await userEvent.type(dialog.getByRole('textbox', { name: /^Name/ }), ' and guides');
    await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
    await screen.findByText('Saved');
    expect(bodyOf('PUT /api/v1/groups/7')).toEqual({
      name: 'Rangers and guides',
      moduleAdmin: true,
      hasCustomReports: false,
      grants: [{ unitId: 2, level: 'Write' }],
    });
  });

  test('D-USER-06: a unit is moved below another one, not below itself; the root stays where it is', async () => {
    server.on('PUT /api/v1/units/2', () => ({ body: units[1] }));
    server.on('PUT /api/v1/units/1', () => ({ body: units[0] }));
    await openTab(/^Units/);
    await userEvent.click(await screen.findByRole('button', { name: 'Edit Parks' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Edit unit' }));
    await userEvent.click(dialog.getByRole('combobox', { name: 'Belongs to' }));
    expect((await screen.findAllByRole('option')).map(({ textContent }) => textContent)).toEqual([
      'Town',
      '– Roads',
    ]);
    await userEvent.click(screen.getByRole('option', { name: '– Roads' }));
    await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
    await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(bodyOf('PUT /api/v1/units/2')).toEqual({ name: 'Parks', parentId: 4 });

    await userEvent.click(screen.getByRole('button', { name: 'Edit Town' }));
    const root = within(await screen.findByRole('dialog', { name: 'Edit unit' }));
    expect(root.queryByRole('combobox')).toBeNull();
    await userEvent.type(root.getByRole('textbox', { name: /^Name/ }), '!');
    await userEvent.click(root.getByRole('button', { name: 'Save' }));
    await vi.waitFor(() => expect(bodyOf('PUT /api/v1/units/1')).toEqual({ name: 'Town!', parentId: null }));
    expect(screen.queryByRole('button', { name: 'Delete Town' })).toBeNull();
  });

  test('D-USER-06: a new unit begins below the root, and one is deleted after a question', async () => {
    server.on('POST /api/v1/units', () => ({ status: 201, body: { ...units[3], id: 5 } }));
    server.on('DELETE /api/v1/units/4', () => ({ status: 204 }));
    await openTab(/^Units/);
    await userEvent.click(await screen.findByRole('button', { name: 'Add unit' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Add unit' }));
    await userEvent.type(dialog.getByRole('textbox', { name: /^Name/ }), 'Waters');
    await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
    await vi.waitFor(() => expect(bodyOf('POST /api/v1/units')).toEqual({ name: 'Waters', parentId: 1 }));
    await userEvent.click(await screen.findByRole('button', { name: 'Delete Roads' }));
    await userEvent.click(await screen.findByRole('button', { name: 'No' }));
    expect(server.countOf('DELETE /api/v1/units/4')).toBe(0);
    await userEvent.click(screen.getByRole('button', { name: 'Delete Roads' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Yes' }));
    await vi.waitFor(() => expect(server.countOf('DELETE /api/v1/units/4')).toBe(1));
  });
});
