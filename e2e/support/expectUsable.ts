import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page, test } from '@playwright/test';

/** Rules of WCAG 2.2 A and AA that can be checked automatically. */
const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/** Fails with all problems that axe finds on the page. */
export async function expectUsable(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page })
    // Details of what passed are not read and take time.
    .options({ resultTypes: ['violations'] })
    .withTags(rules)
    // No page has a frame of another origin, so axe needs no second page to join the results of frames.
    .setLegacyMode()
    .analyze();
  const found = violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ target }) => `${id} (${help}): ${target.join(' ')}`),
  );
  expect(found).toEqual([]);
}

const colorSchemes = ['light', 'dark'] as const;

/** Checks a screen in the colours it has, then in those of the other scheme, which it keeps. */
export async function expectUsableInLightAndDark(page: Page, screen: string): Promise<void> {
  const root = page.locator('html');
  const current = await root.getAttribute('data-mantine-color-scheme');
  for (const colorScheme of current === 'dark' ? colorSchemes.toReversed() : colorSchemes)
    await test.step(`${screen}, in ${colorScheme} colours`, async () => {
      await page.emulateMedia({ colorScheme });
      await expect(root).toHaveAttribute('data-mantine-color-scheme', colorScheme);
      await expectUsable(page);
    });
}

/** Screens on which pages are checked. */
export const screens = [
  { screen: 'a wide screen', use: { viewport: { width: 1440, height: 900 } }, isPhone: false },
  {
    screen: 'a phone',
    use: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
    isPhone: true,
  },
] as const;
