import { rights, roles } from '@pgis/contract';
import { cleanup, screen, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { renderOnMap } from '../../testing/renderOnMap.tsx';
import RightsTab from './RightsTab.tsx';

afterEach(cleanup);

const cellsOf = (name: string) =>
  within(screen.getByRole('row', { name: new RegExp(`^${name}`) }))
    .getAllByRole('cell')
    .map(({ textContent }) => textContent);

test('D-PERM: an administrator reads who may do what, row by row as the server asks it', async () => {
  await renderOnMap(<RightsTab />);
  expect(screen.getAllByRole('row')).toHaveLength(Object.keys(rights).length + 1);
  expect(screen.getAllByRole('columnheader')).toHaveLength(roles.length + 1);
  expect(cellsOf('Delete objects')).toEqual(['no', 'no', 'own only', 'yes', 'yes']);
  expect(cellsOf('See objects that are not public')).toEqual(['no', 'yes', 'yes', 'yes', 'yes']);
  expect(cellsOf('Add and change statuses')).toEqual(['no', 'no', 'yes', 'yes', 'yes']);
  expect(cellsOf('Delete statuses')).toEqual(['no', 'no', 'no', 'yes', 'yes']);
  expect(cellsOf('Custom reports with the module “Custom reports”')).toEqual([
    'no',
    'yes',
    'yes',
    'yes',
    'yes',
  ]);
  expect(cellsOf('Users, groups and the log')).toEqual(['no', 'no', 'no', 'own only', 'yes']);
});
