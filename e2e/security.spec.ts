import { signedInAs } from './support/accounts.ts';
import { mischief, singlePlace } from './support/importedData.ts';
import { addObject } from './support/objects.ts';
import { expect, test } from './support/test.ts';

test.use({ storageState: signedInAs('admin') });

test('D-OBJ-04: words that look like HTML are shown as words, everywhere', async ({ page, map, request }) => {
  const place = [23.25, 57.55] as const;
  await addObject(request, 'admin', {
    layer: 'Bus stops',
    name: mischief,
    description: mischief,
    at: place,
    data: { shelter: mischief },
  });
  const opened: string[] = [];
  page.on('dialog', (dialog) => {
    opened.push(dialog.message());
    void dialog.dismiss();
  });
  const asked: string[] = [];
  page.on('request', (one) => asked.push(one.url()));

  await map.open({ center: place, zoom: 13, layers: ['Bus stops', mischief] });
  await map.group('Imported').scrollIntoViewIfNeeded();
  await expect(map.layerSwitch(mischief)).toBeVisible();
  await map.click(place);
  const info = page.getByRole('table', { name: 'Object data' });
  await expect(info.getByRole('row', { name: /^Name/ })).toContainText(mischief);
  await expect(info.getByRole('row', { name: /^Description/ })).toContainText(mischief);
  await expect(page.getByRole('table', { name: 'Layer fields' })).toContainText(mischief);

  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit object' });
  await expect(dialog.getByLabel('Address')).toHaveValue(mischief);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Object saved')).toBeVisible();
  await page.getByRole('button', { name: 'Delete' }).click();
  const question = page.getByRole('dialog', { name: 'Please confirm' });
  await expect(question).toContainText(`Delete “${mischief}”?`);
  await question.getByRole('button', { name: 'No' }).click();

  await page.getByRole('tab', { name: 'Map controls' }).click();
  await page.getByLabel('Find a layer').fill(mischief);
  await expect(map.layerSwitch(mischief)).toBeVisible();
  await page.getByRole('button', { name: `Zoom to layer ${mischief}` }).click();
  await map.click(singlePlace);
  await expect(info).toContainText(mischief);

  expect(await page.locator('img[src=x]').count()).toBe(0);
  expect(opened).toEqual([]);
  expect(asked.filter((url) => new URL(url).pathname.endsWith('/x'))).toEqual([]);
});

test('a page of another origin cannot hold the map in a frame, and no script of another origin runs', async ({
  page,
  complaints,
}) => {
  const answer = await page.goto('/');
  const policy = answer?.headers()['content-security-policy'] ?? '';
  expect(policy).toContain("script-src 'self'");
  expect(policy).toContain("frame-ancestors 'none'");
  complaints.allow(/Content Security Policy/);
  const ran = await page.evaluate(() => {
    const script = document.createElement('script');
    script.textContent = 'window.ran = true';
    document.head.append(script);
    return 'ran' in window;
  });
  expect(ran).toBe(false);
});
