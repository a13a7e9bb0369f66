import { freshVisitor, signedInAs } from './support/accounts.ts';
import { expect, test } from './support/test.ts';

const showPanel = { name: 'Show the map panel' } as const;

for (const { width, isShown } of [
  { width: 991, isShown: false },
  { width: 992, isShown: true },
]) {
  test(`LAY-05: at a width of ${width} the aside starts ${isShown ? 'shown' : 'hidden'}`, async ({
    page,
    map,
  }) => {
    await page.setViewportSize({ width, height: 700 });
    await map.open();
    await expect(page.getByRole('region', { name: 'Objects' })).toBeVisible({ visible: isShown });
  });
}

test('LAY-07: under 360 px the aside is 300 px wide, and so is the margin right of the main area', async ({
  page,
  map,
}) => {
  await page.setViewportSize({ width: 350, height: 700 });
  await map.open();
  await page.getByRole('button', showPanel).first().click();
  const aside = page.getByRole('complementary');
  await expect(aside).toBeVisible();
  expect((await aside.boundingBox())?.width).toBe(300);
  const main = await page.getByRole('main').boundingBox();
  expect(350 - (main?.x ?? 0) - (main?.width ?? 0)).toBe(300);
});

test.describe('signed in', () => {
  test.use({ storageState: signedInAs('viewer') });

  test('BREAD-07: the breadcrumb bar has 10 px below its content', async ({ page, map }) => {
    await map.open();
    await expect(page.getByTestId('breadcrumb-bar')).toHaveCSS('padding-bottom', '10px');
  });

  test('LAY-15 LAY-16: the map fills its new place and loads again after each change of the layout', async ({
    page,
    map,
  }) => {
    await map.open();
    const widthOfMap = async () => (await map.area.boundingBox())?.width ?? 0;
    const changes = [
      ['Hide the map panel', 1],
      ['Show the map panel', -1],
      ['Minimise the map panel', 1],
      ['Hide the menu', 1],
      ['Show the menu', -1],
      ['Minimise', 1],
      ['Expand', -1],
    ] as const;
    for (const [name, direction] of changes) {
      // Requests pending during a change of layout are not repeated.
      await map.idle();
      const before = await widthOfMap();
      const loaded = map.nextLoad();
      await page.getByRole('button', { name, exact: true }).click();
      await test.step(`LAY-15: the map loads again after "${name}"`, async () => {
        await loaded;
        await expect.poll(async () => Math.sign((await widthOfMap()) - before)).toBe(direction);
      });
      await test.step(`LAY-16: it fills its final size after "${name}"`, async () => {
        const canvas = map.area.locator('canvas').first();
        await expect.poll(async () => (await canvas.boundingBox())?.width).toBe(await widthOfMap());
      });
    }
  });
});

test.describe('at a first visit', () => {
  test.use({ storageState: freshVisitor });

  test('COOK-01 COOK-02: the cookie banner lies along the whole bottom edge until it is dismissed', async ({
    page,
    map,
  }) => {
    await map.open();
    const banner = page.getByRole('region', { name: 'Cookies' });
    const { width, height } = page.viewportSize() ?? { width: 0, height: 0 };
    const box = await banner.boundingBox();
    await test.step('COOK-01: it lies at the bottom of the page', async () => {
      expect((box?.y ?? 0) + (box?.height ?? 0)).toBe(height);
    });
    await test.step('COOK-02: it runs from edge to edge, and one button dismisses it', async () => {
      expect(box).toMatchObject({ x: 0, width });
      await banner.getByRole('button', { name: 'Got it' }).click();
      await expect(banner).toHaveCount(0);
    });
    await page.reload();
    await expect(map.area).toBeVisible();
    await expect(banner).toHaveCount(0);
  });
});

test('ROUT-05: every navigation scrolls to the top', async ({ page }) => {
  await page.setViewportSize({ width: 900, height: 320 });
  await page.goto('/#/en/auth/login');
  const title = page.getByRole('heading', { level: 1 });
  await page.getByRole('link', { name: 'Русский' }).scrollIntoViewIfNeeded();
  await expect(title).not.toBeInViewport();
  await page.getByRole('link', { name: 'Русский' }).click();
  await expect(title).toHaveText('Вход');
  await expect(title).toBeInViewport();
});
