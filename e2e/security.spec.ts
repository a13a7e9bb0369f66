import { signedInAs } from './support/accounts.ts';
import { hostileHtml, singlePosition } from './support/importedData.ts';
import { addObject } from './support/objects.ts';
import { expect, test } from './support/test.ts';

test.use({ storageState: signedInAs('admin') });

test('D-OBJ-04: words that look like HTML are shown as words, everywhere', async ({ page, map, request }) => {
  const position = [23.25, 57.55] as const;
  await addObject(request, 'admin', {
    layer: 'Bus stops',
    name: hostileHtml,
    description: hostileHtml,
    at: position,
    data: { shelter: hostileHtml },
  });
  const opened: string[] = [];
  page.on('dialog', (dialog) => {
    opened.push(dialog.message());
    void dialog.dismiss();
  });
  const asked: string[] = [];
  page.on('request', (one) => asked.push(one.url()));

  await map.open({ center: position, zoom: 13, layers: ['Bus stops', hostileHtml] });
  await map.group('Imported').scrollIntoViewIfNeeded();
  await expect(map.layerSwitch(hostileHtml)).toBeVisible();
  await map.click(position);
  const info = page.getByRole('table', { name: 'Object data' });
  await expect(info.getByRole('row', { name: /^Name/ })).toContainText(hostileHtml);
  await expect(info.getByRole('row', { name: /^Description/ })).toContainText(hostileHtml);
  await expect(page.getByRole('table', { name: 'Layer fields' })).toContainText(hostileHtml);

  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit object' });
  await expect(dialog.getByLabel('Address')).toHaveValue(hostileHtml);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Object saved')).toBeVisible();
  await page.getByRole('button', { name: 'Delete' }).click();
  const question = page.getByRole('dialog', { name: 'Please confirm' });
  await expect(question).toContainText(`Delete “${hostileHtml}”?`);
  await question.getByRole('button', { name: 'No' }).click();

  await page.getByRole('tab', { name: 'Map controls' }).click();
  await page.getByLabel('Find a layer').fill(hostileHtml);
  await expect(map.layerSwitch(hostileHtml)).toBeVisible();
  await page.getByRole('button', { name: `Zoom to layer ${hostileHtml}` }).click();
  await expect.poll(async () => (await map.view()).zoom).toBe(28);
  await map.idle();
  await map.click(singlePosition);
  await expect(info).toContainText(hostileHtml);

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

test.describe('a stored session that no server can have given', () => {
  test.use({ storageState: { cookies: [], origins: [] } });
  for (const [name, token] of [
    ['a line break', 'a\nb'],
    ['a letter outside ASCII', 'tokenā'],
    ['200 000 characters', 'x'.repeat(200_000)],
  ] as const)
    test(`SESS-10: with ${name} in its token is dropped, and the visitor has the map`, async ({
      page,
      map,
    }) => {
      const user = {
        token,
        expiresAt: '2099-01-01T00:00:00.000Z',
        userId: 1,
        companyId: 1,
        permissions: { userName: 'Nobody', unitPermissions: {} },
      };
      await page.addInitScript((text) => {
        if (sessionStorage.getItem('broken') !== null) return;
        sessionStorage.setItem('broken', 'once');
        localStorage.setItem('currentUser', text);
      }, JSON.stringify(user));
      await map.open();
      expect(await page.evaluate(() => localStorage.getItem('currentUser'))).toBeNull();
    });
});
