import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page, test } from '@playwright/test';

/** Rules of WCAG 2.2 A and AA that can be checked automatically. */
const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/** Rules about colours; everything else that axe checks is the same in both colour schemes. */
const rulesOfColours = ['color-contrast', 'link-in-text-block'];

/** Fails with all problems that axe finds on the page. */
export async function expectUsable(page: Page): Promise<void> {
  await expectNoViolations(makeAxe(page).withTags(rules));
}

/** Loads axe into the page, or uses what an earlier check has loaded: `axeSource` is the script that does it. */
const makeAxe = (page: Page, axeSource?: string) =>
  new AxeBuilder(axeSource === undefined ? { page } : { page, axeSource })
    // Details of what passed are not read and take time.
    .options({ resultTypes: ['violations'] })
    // No page has a frame of another origin, so axe needs no second page to join the results of frames.
    .setLegacyMode();

async function expectNoViolations(axe: AxeBuilder): Promise<void> {
  const { violations } = await axe.analyze();
  const found = violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ target }) => `${id} (${help}): ${target.join(' ')}`),
  );
  expect(found).toEqual([]);
}

/** Checks a screen in the colours it has, then the colours of the other scheme, which the screen keeps. */
export async function expectUsableInLightAndDark(page: Page, screen: string): Promise<void> {
  const root = page.locator('html');
  const isDark = (await root.getAttribute('data-mantine-color-scheme')) === 'dark';
  const [own, other] = isDark ? (['dark', 'light'] as const) : (['light', 'dark'] as const);
  await test.step(`${screen}, in ${own} colours`, async () => {
    await page.emulateMedia({ colorScheme: own });
    await expectUsable(page);
  });
  await test.step(`${screen}, in ${other} colours`, async () => {
    await page.emulateMedia({ colorScheme: other });
    await expect(root).toHaveAttribute('data-mantine-color-scheme', other);
    await coloursRest(page);
    await expectNoViolations(makeAxe(page, 'window.axe').withRules(rulesOfColours));
  });
}

/** Waits for colours that change gradually; axe would measure them on their way. */
const coloursRest = (page: Page) =>
  page.evaluate(async () => {
    const transitions = document.getAnimations().filter((animation) => animation instanceof CSSTransition);
    await Promise.allSettled(transitions.map(({ finished }) => finished));
  });

/** Screens on which pages are checked. */
export const screens = [
  { screen: 'a wide screen', use: { viewport: { width: 1440, height: 900 } }, isPhone: false },
  {
    screen: 'a phone',
    use: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
    isPhone: true,
  },
] as const;
