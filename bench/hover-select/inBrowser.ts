import type { Page } from '@playwright/test';
import type { Spot } from './objects.ts';

export const view = {
  center: [2_916_600, 7_733_200],
  zoom: 12,
  resolution: 156_543.033_906_25 / 2 ** 12,
} as const;
const HOVER_DELAY_MS = 1000;

async function pixelOf(page: Page, { x, y }: Spot): Promise<{ readonly x: number; readonly y: number }> {
  const box = await page.getByRole('application').boundingBox();
  if (box === null) throw new Error('the map is not visible');
  return {
    x: box.x + box.width / 2 + (x - view.center[0]) / view.resolution,
    y: box.y + box.height / 2 - (y - view.center[1]) / view.resolution,
  };
}

/** Returns the milliseconds from an event of the page until an element with that id is there. */
const startWatch = (page: Page, watch: { event: string; selector: string; id: string }) =>
  page.evaluate(({ event, selector, id }) => {
    let began = 0;
    const note = () => {
      began = performance.now();
    };
    document.addEventListener(event, note, { capture: true });
    const elementFound = new Promise<number>((resolve) => {
      const check = () => {
        const text = [...document.querySelectorAll(selector)].map((one) => one.textContent).join(' ');
        if (!text.includes(id)) return false;
        observer.disconnect();
        document.removeEventListener(event, note, { capture: true });
        resolve(performance.now() - began);
        return true;
      };
      const observer = new MutationObserver(check);
      observer.observe(document.body, { subtree: true, childList: true, characterData: true });
    });
    Object.assign(window, { elementFound });
  }, watch);
const endWatch = (page: Page) =>
  page.evaluate(() => (window as unknown as { elementFound: Promise<number> }).elementFound);

/** Measures from the release of the button until the info tab shows the object's id. */
export async function clickToInfo(page: Page, spot: Spot): Promise<number> {
  const { x, y } = await pixelOf(page, spot);
  await page.mouse.move(x, y);
  await startWatch(page, { event: 'pointerup', selector: 'td[data-key="id"]', id: String(spot.id) });
  await page.mouse.click(x, y);
  return endWatch(page);
}

/**
 * Measures from the last move of the mouse until the popup is there, without the hover delay of one second.
 */
export async function restToPopup(page: Page, spot: Spot): Promise<number> {
  const { x, y } = await pixelOf(page, spot);
  await page.mouse.move(x + 200, y + 200);
  await startWatch(page, { event: 'pointermove', selector: '[role="tooltip"]', id: String(spot.id) });
  await page.mouse.move(x, y);
  return (await endWatch(page)) - HOVER_DELAY_MS;
}
