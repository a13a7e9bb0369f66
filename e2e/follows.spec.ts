import { signedInAs } from './support/accounts.ts';
import { toWkt } from './support/objects.ts';
import { StyleLayer } from './support/styleLayer.ts';
import { expect, test } from './support/test.ts';

test.use({ storageState: signedInAs('admin') });

const position = [26.9, 57.2] as const;

test('a user follows a layer in an area drawn on the map, is told of a report there, and stops', async ({
  page,
  request,
}) => {
  await using layer = await StyleLayer.make(request, 'Followed benches', {
    ...{ values: [], position, isOpen: true },
  });
  await page.goto(`/#/en/dashboard?map=13/${position[1]}/${position[0]}`);
  const bell = page.getByRole('button', { name: /^Notifications/ });
  const follows = page.getByRole('button', { name: /^What you follow/ });
  const countUnread = async () => Number(/\d+/.exec((await bell.getAttribute('aria-label')) ?? '')?.[0] ?? 0);

  await test.step('the area is drawn around the middle of the map', async () => {
    await bell.click();
    await follows.click();
    await page.getByRole('button', { name: 'Follow layers…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Follow layers or an area' });
    await dialog.getByRole('combobox', { name: 'Layers' }).fill('Followed benches');
    await page.getByRole('option', { name: 'Followed benches' }).click();
    await page.keyboard.press('Escape');
    await dialog.getByText('Drawn area').click();
    const map = dialog.getByRole('application', { name: 'Map of the area' });
    await expect(map.locator('canvas').first()).toBeVisible();
    const box = await map.boundingBox();
    if (box === null) throw new Error('the map has no size');
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    for (const [dx, dy] of [
      [-60, 60],
      [60, 60],
    ] as const)
      await page.mouse.click(x + dx, y + dy);
    await page.mouse.dblclick(x, y - 60);
    await expect(dialog.getByRole('status')).toContainText('Drag a corner to change it');
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Benches nearby');
    await dialog.getByRole('button', { name: 'Follow', exact: true }).click();
    await expect(dialog).toBeHidden();
  });

  await test.step('a report in the area is in the bell, one outside it is not', async () => {
    for (const [name, lon] of [
      ['Bench in it', position[0]],
      ['Bench far away', position[0] + 1],
    ] as const) {
      const answer = await request.post('/api/v1/geoms/add', {
        data: { wkt: toWkt([lon, position[1]]), name, description: 'Broken', classId: layer.id },
      });
      expect(answer.status()).toBe(201);
    }
    await page.reload();
    await bell.click();
    // Overdue cases of the demo are told of as well.
    const notice = page.getByRole('link', { name: /New in Followed benches/ });
    await expect(notice).toHaveCount(1);
    const unread = await countUnread();
    await notice.click();
    await expect(page.getByText('Bench in it').first()).toBeVisible();
    await expect.poll(countUnread).toBe(unread - 1);
  });

  await test.step('the follow has its name in the list, and ends there', async () => {
    await bell.click();
    await follows.click();
    await page.getByRole('button', { name: 'Stop following Benches nearby' }).click();
    await expect(page.getByText('Benches nearby')).toHaveCount(0);
  });
});
