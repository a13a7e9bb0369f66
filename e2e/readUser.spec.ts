import { signedInAs } from './support/accounts.ts';
import { addObject } from './support/objects.ts';
import { expect, test } from './support/test.ts';

test.use({ storageState: signedInAs('viewer') });

const position = [23.3, 57.3] as const;

test('a Read user looks at objects and sees no way to change them', async ({ page, map, request }) => {
  await addObject(request, 'editor', { layer: 'Bus stops', name: 'Read only', at: position });
  await map.open({ center: position, zoom: 13, layers: ['Bus stops'] });

  await expect(map.tool('Select an object')).toBeVisible();
  await expect(map.tool('Draw a point')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Polygon' })).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Line' })).toHaveCount(0);

  await map.click(position);
  await expect(page.getByRole('table', { name: 'Object data' })).toContainText('Read only');
  await expect(page.getByRole('button', { name: 'Copy link' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Edit', exact: true })).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Delete' })).toHaveCount(0);

  const navigation = page.getByRole('navigation', { name: 'Main menu' });
  await expect(navigation.getByRole('button', { name: 'Reports' })).toBeVisible();
  await expect(navigation.getByRole('button', { name: 'Classifiers' })).toHaveCount(0);
  await expect(navigation.getByRole('button', { name: 'Admin' })).toHaveCount(0);

  await page.goto('/#/en/admin/users-groups');
  await expect(page.getByRole('heading', { name: 'You have no access to this page' })).toBeVisible();
});
