import type { Group, UserRow, UserStatus } from '@pgis/contract';
import { cleanup, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
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
