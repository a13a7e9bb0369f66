import { type Browser, chromium, type Page } from '@playwright/test';
import { chromiumFlags } from '../scripts/testing/chromiumFlags.ts';
import { findChromium } from '../scripts/testing/findChromium.ts';

export interface OpenView {
  /** Centre in EPSG:3857. */
  readonly center: readonly [x: number, y: number];
  readonly zoom: number;
  readonly layerIds: readonly number[];
  /** Turns animations off. */
  readonly isStill?: boolean;
}

export const launchBrowser = (): Promise<Browser> =>
  chromium.launch({ executablePath: findChromium(), args: [...chromiumFlags] });

/** Opens the public map as a returning visitor; resolves when the whole view is loaded. */
export async function openMap(
  browser: Browser,
  url: string,
  { center, zoom, layerIds, isStill = false }: OpenView,
): Promise<Page> {
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    reducedMotion: isStill ? 'reduce' : 'no-preference',
  });
  await context.addInitScript(
    ([lastView, selected]) => {
      localStorage.setItem('lastMapView', lastView);
      localStorage.setItem('selectedLayers', selected);
    },
    [JSON.stringify({ center, zoom, maxZoom: 28 }), JSON.stringify(layerIds)] as const,
  );
  const page = await context.newPage();
  const answer = await page.goto(`${url}/#/en/dashboard`);
  if (answer?.ok() !== true) throw new Error(`the page of the map gives ${answer?.status()}`);
  await page.getByRole('button', { name: 'Got it' }).click();
  await page.locator('aside[data-open]').waitFor();
  await page.locator('[role="application"][aria-busy="false"]').waitFor();
  return page;
}
