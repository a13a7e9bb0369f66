import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

/** Rules of WCAG 2.2 A and AA that can be checked automatically. */
const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/** Fails with all problems that axe finds on the page. */
export async function expectUsable(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).withTags(rules).analyze();
  const found = violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ target }) => `${id} (${help}): ${target.join(' ')}`),
  );
  expect(found).toEqual([]);
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
