import type { Page } from '@playwright/test';

/** Controls that are swiped or for keyboards only, and have buttons that do the same. */
const isExempt = (name: string) => /map panel|kartes paneli|Skip to content|Pāriet/.test(name);

/** Lists controls that are less than 40 px high, including other elements that take their taps. */
export async function listSmall(page: Page): Promise<readonly string[]> {
  const found = await page
    .locator('button:visible, a:visible, input:visible, [role=tab]:visible')
    .evaluateAll((controls) =>
      controls.flatMap((control) => {
        const { x, y, width, height } = control.getBoundingClientRect();
        const middle = { x: x + width / 2, y: y + height / 2 };
        const takes = (offset: number) => {
          const hit = document.elementFromPoint(middle.x, middle.y + offset);
          const label = hit?.closest('label');
          return hit !== null && (control.contains(hit) || label?.control === control);
        };
        const isVisible = width > 1 && takes(0);
        const isInText = getComputedStyle(control).display === 'inline';
        const name = control.getAttribute('aria-label') ?? control.textContent;
        return !isVisible || isInText || height >= 40 || (takes(-19) && takes(19))
          ? []
          : [`${name}: ${width} x ${height}`];
      }),
    );
  return found.filter((name) => !isExempt(name));
}

/** Returns elements that are cut off at the side of the screen and cannot be scrolled into view. */
export const listCutOff = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() => {
    const { clientWidth, scrollWidth } = document.documentElement;
    const canScroll = (element: Element | null): boolean => {
      if (element === null) return false;
      const isScrolling = /auto|scroll/.test(getComputedStyle(element).overflowX);
      return (isScrolling && element.scrollWidth > element.clientWidth) || canScroll(element.parentElement);
    };
    const sticksOut = [
      ...document.querySelectorAll('button, a, input, textarea, label, h1, h2, h3, p, td, th, li'),
    ]
      .filter((element) => element.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
      .filter((element) => {
        const { left, right, width } = element.getBoundingClientRect();
        return width > 1 && (left < -1 || right > clientWidth + 1) && !canScroll(element.parentElement);
      })
      .map((element) => `${element.tagName} ${element.getAttribute('aria-label') ?? element.textContent}`);
    return scrollWidth > clientWidth ? [`the page is ${scrollWidth} px wide`, ...sticksOut] : sticksOut;
  });
