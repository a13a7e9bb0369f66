import { execFileSync, spawnSync } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { signedInAs } from './support/accounts.ts';
import type { MapScreen } from './support/MapScreen.ts';
import { addObject } from './support/objects.ts';
import { expect, test } from './support/test.ts';

/** Position in the gulf without other objects. */
const center = [22.6, 57.8] as const;
const hasPoppler = spawnSync('pdftoppm', ['-v']).status === 0;

/** Lists the images of a PDF with their resolution on the page. */
const listImages = (pdf: string): { readonly widthPx: number; readonly dotsPerInch: number }[] =>
  execFileSync('pdfimages', ['-list', pdf], { encoding: 'utf8' })
    .trim()
    .split('\n')
    .slice(2)
    .map((line) => line.trim().split(/\s+/))
    .map((columns) => ({ widthPx: Number(columns[3]), dotsPerInch: Number(columns[12]) }));

const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Print the map' });

async function openDialog(page: Page, map: MapScreen) {
  await map.tool('Print the map').click();
  const dialog = dialogOf(page);
  await expect(dialog.getByLabel('Header')).toBeVisible();
  await expect(dialog.getByRole('region', { name: 'Preview of the first page' })).toHaveAttribute(
    'aria-busy',
    'false',
  );
  return dialog;
}

test('TOOL-03: a visitor cannot print', async ({ map }) => {
  await map.open({ center, zoom: 12 });
  await expect(map.tool('Select an object')).toBeVisible();
  await expect(map.tool('Print the map')).toHaveCount(0);
});

test.describe('signed in', () => {
  test.use({ storageState: signedInAs('viewer') });

  test('PRINT-01 PRINT-02 PRINT-03 PRINT-05 PRINT-09: header, footer and data tables go to a window that prints itself and closes', async ({
    page,
    map,
    request,
    context,
  }) => {
    const name = 'Lamp <b>7</b>';
    await addObject(request, 'editor', { layer: 'Street lighting', name, at: center, data: {} });
    // The printer is the edge: what would go to it is kept until the test has read it.
    await context.addInitScript(() => {
      window.print = () => {
        document.body.dataset.printed = 'yes';
      };
    });
    await map.open({ center, zoom: 13 });
    const dialog = await openDialog(page, map);
    await test.step('PRINT-01: the dialog has header, footer, a switch for data tables, and Save', async () => {
      await dialog.getByLabel('Header').fill('Lamps <script>alert(1)</script>');
      await dialog.getByLabel('Footer').fill('Ceļi & tilti');
      const preview = dialog.getByRole('region', { name: 'Preview of the first page' });
      await expect(preview.locator('h1')).toHaveText('Lamps <script>alert(1)</script>');
      await dialog.getByRole('switch', { name: 'Include data tables' }).check();
      await expect(dialog.getByRole('button', { name: 'Save' })).toBeEnabled();
    });
    const printed = await test.step('PRINT-02: a window opens and prints itself', async () => {
      const opening = context.waitForEvent('page');
      await dialog.getByRole('button', { name: 'Save' }).click();
      const printed = await opening;
      await expect(printed.locator('body[data-printed=yes]')).toBeVisible();
      return printed;
    });
    await test.step('PRINT-09: the page has the header, the footer and the data tables', async () => {
      await expect(printed.locator('h1')).toHaveText('Lamps <script>alert(1)</script>');
      await expect(printed.locator('.foot')).toHaveText('Ceļi & tilti');
      await expect(printed.locator('script')).toHaveCount(0);
      await expect(printed.getByRole('cell', { name, exact: true })).toBeVisible();
    });
    await test.step('PRINT-03: the page is 75 percent wide', async () => {
      const share = await printed.locator('.page').evaluate((element) => {
        return element.getBoundingClientRect().width / document.documentElement.clientWidth;
      });
      expect(share).toBeCloseTo(0.75, 2);
    });
    await test.step('PRINT-05: the heads of a data table are Latvian', async () => {
      await expect(printed.locator('thead').first()).toContainText('IdNosaukumsApraksts');
    });
    await test.step('the page has a legend, the attribution and a sharp image', async () => {
      await expect(printed.locator('.legend')).toContainText('Street lighting');
      await expect(printed.locator('.attribution')).toContainText('OpenStreetMap');
      const sharpness = await printed.locator('.map img').evaluate((element: HTMLImageElement) => {
        return element.naturalWidth / ((0.75 * 210 * 96) / 25.4);
      });
      expect(sharpness * 96).toBeGreaterThan(280);
    });
    await test.step('PRINT-02: the window closes after printing, and the dialog with it', async () => {
      const closing = printed.waitForEvent('close');
      await printed.evaluate(() => void window.dispatchEvent(new Event('afterprint')));
      await closing;
      await expect(dialog).toHaveCount(0);
      await expect(map.tool('Select an object')).toHaveAttribute('aria-pressed', 'true');
    });
  });

  test('a browser that lets no window open is reported, and the dialog stays', async ({ page, map }) => {
    await page.addInitScript(() => {
      window.open = () => null;
    });
    await map.open({ center, zoom: 12 });
    const dialog = await openDialog(page, map);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog.getByRole('alert')).toContainText('Allow pop-ups for this page');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await expect(dialog).toHaveCount(0);
  });

  test('PRINT-06 D-UI-06: in Internet Explorer’s manner the map is saved as map.png, and no window opens', async ({
    page,
    map,
    context,
  }) => {
    await page.addInitScript(() => {
      Object.assign(navigator, {
        msSaveOrOpenBlob: (file: Blob, name: string) => {
          document.body.dataset.saved = `${name} ${file.type} ${file.size > 10_000}`;
          return true;
        },
      });
    });
    await map.open({ center, zoom: 12 });
    const dialog = await openDialog(page, map);
    await test.step('PRINT-06 D-UI-06: the image of the map is saved as map.png, and no window opens', async () => {
      await dialog.getByRole('button', { name: 'Save' }).click();
      await expect(page.locator('body')).toHaveAttribute('data-saved', 'map.png image/png true');
      expect(context.pages()).toHaveLength(1);
    });
  });

  test.describe('PDF', () => {
    test.skip(!hasPoppler, 'poppler-utils are not there to read PDFs with');

    test('a distance on the ground is on paper what the scale says, within 1 %, at 300 dots per inch', async ({
      page,
      map,
      request,
    }, testInfo) => {
      // 2 000 m apart on the ellipsoid, along the parallel of 57.8 degrees.
      const metresPerDegree = 59_462.2;
      const halfLonDeg = 1_000 / metresPerDegree;
      const position = [22.9, 57.8] as const;
      for (const lon of [position[0] - halfLonDeg, position[0] + halfLonDeg])
        await addObject(request, 'editor', {
          layer: 'Street lighting',
          name: 'Mark',
          at: [lon, position[1]],
        });
      await map.open({ center: position, zoom: 12 });
      const dialog = await openDialog(page, map);
      await dialog.getByLabel('Header').fill('Mērogs — Масштаб');
      await dialog.getByRole('combobox', { name: 'Scale' }).click();
      await page.getByRole('option', { name: '1:20,000', exact: true }).click();
      await dialog.getByText('Landscape').click();
      await dialog.getByText('PDF file').click();
      const requestedTiles: string[] = [];
      page.on('request', (sent) => {
        if (sent.url().includes('/base-map/')) requestedTiles.push(sent.url());
      });
      const download = page.waitForEvent('download');
      await dialog.getByRole('button', { name: 'Save' }).click();
      const pdf = await (await download).path();

      // The image has 300 dots per inch, and so have the tiles that it is composed of.
      const largestImage = listImages(pdf).toSorted((a, b) => b.widthPx - a.widthPx)[0];
      expect(largestImage?.dotsPerInch).toBeGreaterThanOrEqual(299);
      expect(requestedTiles.filter((url) => url.includes('@4x.png')).length).toBeGreaterThan(1);

      const text = execFileSync('pdftotext', ['-layout', pdf, '-'], { encoding: 'utf8' });
      expect(text).toContain('Mērogs — Масштаб');
      expect(text).toContain('Scale 1:20,000');
      expect(text).toContain('500 m');
      await mkdir(testInfo.outputDir, { recursive: true });
      const pagePath = join(testInfo.outputDir, 'page');
      execFileSync('pdftoppm', ['-r', '200', '-png', '-singlefile', pdf, pagePath]);
      const { data, info } = await sharp(`${pagePath}.png`).raw().toBuffer({ resolveWithObject: true });
      expect([info.width, info.height].map((px) => Math.round((px * 25.4) / 200))).toEqual([297, 210]);
      // The symbols of the layer are azure; the legend stands below the map.
      const columns: number[] = [];
      for (let y = Math.round(info.height * 0.3); y < info.height * 0.7; y += 1)
        for (let x = 0; x < info.width; x += 1) {
          const at = (y * info.width + x) * info.channels;
          const [red = 0, green = 0, blue = 0] = data.subarray(at, at + 3);
          if (red < 80 && green > 90 && green < 170 && blue > 200) columns.push(x);
        }
      const middle = info.width / 2;
      const mean = (all: readonly number[]) => all.reduce((sum, x) => sum + x, 0) / all.length;
      const apartMm =
        ((mean(columns.filter((x) => x > middle)) - mean(columns.filter((x) => x < middle))) * 25.4) / 200;
      expect(Math.abs(apartMm / 100 - 1)).toBeLessThan(0.01);
    });
  });

  test.describe('on a phone', () => {
    test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

    test('the dialog fills the screen and its buttons are for thumbs', async ({ page, map }) => {
      await map.open({ center, zoom: 12, language: 'lv' });
      await page.getByRole('button', { name: 'Rādīt kartes paneli' }).tap();
      await page.getByRole('button', { name: 'Drukāt', exact: true }).tap();
      const dialog = page.getByRole('dialog', { name: 'Drukāt karti' });
      const save = dialog.getByRole('button', { name: 'Saglabāt' });
      await expect(save).toBeInViewport();
      expect((await save.boundingBox())?.height).toBeGreaterThanOrEqual(44);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
    });
  });
});
