import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import decodeQr from 'qr/decode.js';
import sharp from 'sharp';
import { accounts, freshVisitor, signedInAs } from './support/accounts.ts';
import { expectUsable } from './support/expectUsable.ts';
import { MapScreen } from './support/MapScreen.ts';
import { addObject } from './support/objects.ts';
import { layerIdOf } from './support/preparedData.ts';
import { expect, test } from './support/test.ts';

test.use({ storageState: signedInAs('editor') });

/** Position in the gulf without other objects. */
const position = [22.4, 57.95] as const;

const queryOf = (url: string) => Object.fromEntries(new URLSearchParams(url.split('?')[1]));
const addressOf = (page: Page) => queryOf(page.url());
/** Ids without the company, as addresses write all but the first. */
const shortIdOf = (layer: string) => layerIdOf(layer) % 2 ** 32;
const layersOf = (page: Page) =>
  addressOf(page)
    .layers?.split(',')
    .map((id) => Number(id.split('-').at(-1)));

/** Opens a link in a browser that has never been here. */
async function openElsewhere(page: Page, link: string): Promise<MapScreen> {
  const context = await page.context().browser()?.newContext({ storageState: freshVisitor });
  if (!context) throw new Error('there is no browser');
  const other = await context.newPage();
  await other.goto(link);
  const map = new MapScreen(other);
  await expect(map.area).toBeVisible();
  await map.idle();
  return map;
}

test('the address holds the view, and shows it to somebody else, in history too', async ({
  page,
  map,
  request,
}) => {
  const stop = await addObject(request, 'editor', {
    layer: 'Bus stops',
    name: 'Shared stop',
    at: position,
    isPublic: true,
  });
  await map.open({ center: position, zoom: 14, layers: ['Bus stops'] });
  await map.group('Forest').first().click();
  await map.layerSwitch('Felling permits').check({ force: true });

  await test.step('layers, filter and the selected object come into the address as they change', async () => {
    await map.layerSwitch('Road damage').uncheck({ force: true });
    await map
      .layerRow('Bus stops')
      .getByRole('button', { name: /^Filter/ })
      .click();
    const popover = page.getByRole('dialog', { name: /^Filter/ });
    await popover.getByRole('combobox', { name: 'Field' }).click();
    await popover.getByRole('option').first().click();
    const field = await popover.getByRole('combobox', { name: 'Field' }).inputValue();
    await popover.getByRole('textbox', { name: 'Value' }).fill('Ābele: 50 %');
    await popover.getByRole('button', { name: 'Apply' }).click();
    const busStops = shortIdOf('Bus stops');
    await expect.poll(() => addressOf(page).filter).toBe(`1-${busStops}:${field}:Ābele%3A 50 %25`);
    expect(layersOf(page)).toContain(busStops);
    expect(layersOf(page)).not.toContain(shortIdOf('Road damage'));
    await map
      .layerRow('Bus stops')
      .getByRole('button', { name: /^Clear the filter/ })
      .click();
    await expect.poll(() => addressOf(page).filter).toBeUndefined();
    await map.idle();
    await map.click(position);
    await expect.poll(() => addressOf(page).object).toBe(String(stop));
  });

  await test.step('moving the map changes the address, and adds no step to the history', async () => {
    const steps = await page.evaluate(() => window.history.length);
    await page.getByRole('button', { name: 'Zoom in' }).click();
    await expect.poll(() => addressOf(page).map).toBe('15/57.95/22.4');
    expect(await page.evaluate(() => window.history.length)).toBe(steps);
  });

  await test.step('another browser shows the same, without what its reader may not see', async () => {
    const other = await openElsewhere(page, page.url());
    await expect.poll(async () => (await other.view())?.zoom).toBe(15);
    await expect(other.page.getByRole('table', { name: 'Object data' })).toContainText('Shared stop');
    await other.page.getByRole('tab', { name: 'Map controls' }).click();
    await expect(other.layerSwitch('Bus stops')).toBeChecked();
    await expect(other.layerSwitch('Road damage')).not.toBeChecked();
    await expect(other.layerSwitch('Felling permits')).toHaveCount(0);
    // What somebody else has chosen is not remembered as the own choice.
    expect(await other.page.evaluate(() => localStorage.getItem('selectedLayers'))).toBe('[]');
    await other.page.context().close();
  });

  await test.step('Back returns to the view of that entry; a link that is typed in is shown', async () => {
    await page.evaluate(() => window.location.assign('#/en/classifiers/layer-groups'));
    await expect(map.area).toHaveCount(0);
    await page.evaluate(() => window.location.assign('#/en/dashboard?map=9/57.1/24.5'));
    await expect.poll(async () => (await map.view()).zoom).toBe(9);
    await page.getByRole('tab', { name: 'Map controls' }).click();
    await expect(map.layerSwitch('Bus stops')).toBeChecked();
    await expect.poll(() => addressOf(page).object).toBe(String(stop));
    await page.evaluate(() => window.location.assign('#/en/dashboard?map=10/57.2/24.6&layers=none'));
    await expect.poll(async () => (await map.view()).zoom).toBe(10);
    await expect(map.layerSwitch('Bus stops')).not.toBeChecked();
    await page.goBack();
    await expect.poll(async () => (await map.view()).zoom).toBe(9);
    // The entry holds the selected object, too.
    await expect(page.getByRole('table', { name: 'Object data' })).toContainText('Shared stop');
    await page.getByRole('tab', { name: 'Map controls' }).click();
    await expect(map.layerSwitch('Bus stops')).toBeChecked();
    await page.goBack();
    await expect(map.area).toHaveCount(0);
    await page.goBack();
    await expect.poll(async () => (await map.view()).zoom).toBe(15);
  });

  await test.step('an address that the map has left behind is not followed again', async () => {
    const list = Promise.withResolvers<void>();
    // The address is not written before the list of layers is there.
    await page.route('**/include-children', async (route) => {
      await list.promise;
      await route.continue();
    });
    await page.reload();
    await page.getByRole('button', { name: 'Zoom in' }).click();
    await expect.poll(async () => (await map.view()).zoom).toBe(16);
    await page.evaluate(() => window.location.assign('#/en/classifiers/layer-groups'));
    await expect(map.area).toHaveCount(0);
    await page.goBack();
    await expect(map.area).toBeVisible();
    list.resolve();
    await expect.poll(() => addressOf(page).map).toBe('16/57.95/22.4');
  });

  await test.step('after a reload the browser’s memory is newer than the address, also when it has lost the mark', async () => {
    await page.evaluate(() => {
      const view = JSON.parse(localStorage.getItem('lastMapView') ?? '{}');
      localStorage.setItem('lastMapView', JSON.stringify({ ...view, zoom: 12 }));
      History.prototype.replaceState.call(window.history, null, '');
    });
    await page.reload();
    await expect.poll(() => addressOf(page).map).toBe('12/57.95/22.4');
  });
});

test('a view is shared as a short link and a QR code that say what visitors will not see', async ({
  page,
  map,
  complaints,
}) => {
  // The lost connection, and the link that was turned off.
  complaints.allow(/ERR_FAILED|status of 410/);
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await map.open({ center: position, zoom: 12, layers: ['Bus stops'] });
  await map.group('Forest').first().click();
  await map.layerSwitch('Felling permits').check({ force: true });
  const share = page.getByRole('button', { name: 'Share', exact: true });
  const dialog = page.getByRole('dialog', { name: 'Share this view' });
  const link = dialog.getByLabel('Link', { exact: true });

  await test.step('without a connection the long link works too', async () => {
    await page.route('**/api/v1/links', (route) => route.abort());
    await share.click();
    await expect(dialog.getByRole('alert')).toContainText('No connection. The long link below works too.');
    await expect(dialog.getByLabel('Long link')).toHaveValue(
      /#\/en\/dashboard\?map=12\/57\.95\/22\.4&base=1&layers=/,
    );
    await dialog.getByRole('button', { name: 'Close' }).last().click();
    await page.unroute('**/api/v1/links');
  });

  await test.step('the link is made and copied at once', async () => {
    await share.click();
    await expect(link).toHaveValue(/\/#\/s\/[0-9A-Za-z]{10}$/);
    await expect(dialog.getByRole('button', { name: 'Copied' })).toBeVisible();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(await link.inputValue());
  });
  await expect(dialog.getByRole('note')).toContainText(
    /Visitors will not see 1 of these \d layers: Felling permits\./,
  );
  await expect(dialog.getByRole('switch', { name: 'Selected object' })).toBeDisabled();
  await expectUsable(page);
  const shortLink = await link.inputValue();

  await test.step('a part that is switched off leaves what the link shows; the link stays', async () => {
    const saved = page.waitForResponse(
      (response) => response.request().postDataJSON()?.address === 'map=12/57.95/22.4',
    );
    await dialog.getByRole('switch', { name: 'Layers that are on' }).uncheck({ force: true });
    await dialog.getByRole('switch', { name: 'Base map' }).uncheck({ force: true });
    expect((await saved).status()).toBe(200);
    await expect(link).toHaveValue(shortLink);
    await expect(dialog.getByRole('note')).not.toContainText('Felling permits');
    await dialog.getByRole('switch', { name: 'Language' }).check({ force: true });
    await expect(link).toHaveValue(shortLink.replace('#/s/', '#/en/s/'));
    await dialog.getByRole('switch', { name: 'Language' }).uncheck({ force: true });
  });

  await test.step('another browser shows the view', async () => {
    const other = await openElsewhere(page, shortLink);
    await expect.poll(async () => (await other.view())?.zoom).toBe(12);
    expect(other.page.url()).toContain('/dashboard?map=12/57.95/22.4');
    await other.page.context().close();
  });

  await test.step('the PNG file can be read by a phone', async () => {
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      dialog.getByRole('button', { name: 'PNG' }).click(),
    ]);
    expect(download.suggestedFilename()).toBe('QR code.png');
    const image = sharp(readFileSync(await download.path())).ensureAlpha();
    const { data, info } = await image.raw().toBuffer({ resolveWithObject: true });
    expect(info.width).toBeGreaterThanOrEqual(1_024);
    expect(decodeQr({ width: info.width, height: info.height, data })).toBe(await link.inputValue());
  });

  await test.step('its buttons close it', async () => {
    await dialog.getByRole('button', { name: 'Close' }).last().click();
    await expect(dialog).toHaveCount(0);
  });

  await test.step('My links lists it and turns it off', async () => {
    await page.getByRole('button', { name: new RegExp(accounts.editor.userName) }).click();
    await page.getByRole('menuitem', { name: 'My profile' }).click();
    const profile = page.getByRole('dialog', { name: 'My profile' });
    await profile.getByRole('tab', { name: 'My links' }).click();
    const row = profile.getByRole('listitem').filter({ hasText: shortLink.split('/s/')[1] ?? '' });
    await expect(row).toContainText('opened 1 time');
    await expectUsable(page);
    await row.getByRole('button', { name: 'Turn off' }).click();
    await expect(row).toContainText('Turned off');
    await page.goto(shortLink);
    await expect(page.getByRole('alert')).toContainText('This link was turned off');
  });
});
