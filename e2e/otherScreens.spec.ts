import type { Page, Request } from '@playwright/test';
import { signedInAs } from './support/accounts.ts';
import { colorAt } from './support/colorAt.ts';
import { StylePanel } from './support/StylePanel.ts';
import { StyleLayer } from './support/styleLayer.ts';
import { expect, test } from './support/test.ts';

test.use({ storageState: signedInAs('admin'), viewport: { width: 1440, height: 900 } });

const geomStyle = '{"fillColor":"rgba(200,100,0,1)"}';

/** The ids of the layers that each later load asks for. */
function watchLoads(page: Page): readonly (readonly number[])[] {
  const loads: (readonly number[])[] = [];
  page.on('request', (request: Request) => {
    if (!/\/api\/v1\/geoms\/(points|lines|polygons)$/.test(request.url())) return;
    loads.push((request.postDataJSON() as { classifiers: number[] }).classifiers);
  });
  return loads;
}

test('LIST-14: a style saved on Layer groups is on the map when one comes back, and only that layer was loaded', async ({
  page,
  map,
  request,
}) => {
  await using edited = await StyleLayer.make(request, 'Style elsewhere', { geomStyle });
  await using other = await StyleLayer.make(request, 'Style untouched', {
    geomStyle,
    position: StyleLayer.middleOf(1),
  });
  const panel = new StylePanel(page);
  await StylePanel.openMap(map, edited, other);
  const middle = await map.pixelOf(StyleLayer.middleOf(0));
  await expect.poll(() => colorAt(page, middle)).toBe('#c86400');
  await map.idle();

  await page.goto('/#/en/classifiers/layer-groups');
  await page.getByRole('button', { name: `Edit ${edited.name}`, exact: true }).click();
  await panel.tab('Fill');
  await panel.fill('Colour', '#00ff80');
  await panel.save();

  const loads = watchLoads(page);
  await page.goto('/#/en/dashboard');
  await expect.poll(() => colorAt(page, middle)).toBe('#00ff80');
  await map.idle();
  expect(loads).toEqual([[edited.id], [edited.id], [edited.id]]);
});

test('INFO-10: an object deleted on Layer reports is neither selected nor drawn when one comes back to the map', async ({
  page,
  map,
  request,
}) => {
  await using layer = await StyleLayer.make(request, 'Deleted elsewhere', { geomStyle });
  await using other = await StyleLayer.make(request, 'Kept here', {
    geomStyle,
    position: StyleLayer.middleOf(1),
  });
  await StylePanel.openMap(map, layer, other);
  const middle = await map.pixelOf(StyleLayer.middleOf(0));
  await expect.poll(() => colorAt(page, middle)).toBe('#c86400');
  await map.click(StyleLayer.middleOf(0));
  await expect(page.getByRole('tab', { name: 'Object data' })).toBeVisible();

  await page.goto('/#/en/reports/layer-reports');
  await page.getByRole('combobox', { name: 'Layer' }).click();
  await page.getByRole('option', { name: layer.name, exact: true }).click();
  await page.getByRole('button', { name: 'Delete Square a' }).click();
  await page.getByRole('dialog', { name: 'Please confirm' }).getByRole('button', { name: 'Yes' }).click();
  await expect(page.getByText('Object deleted')).toBeVisible();

  const loads = watchLoads(page);
  await page.goto('/#/en/dashboard');
  await expect.poll(() => loads.length).toBe(3);
  await map.idle();
  expect(loads).toEqual([[layer.id], [layer.id], [layer.id]]);
  expect(await colorAt(page, middle)).not.toBe('#c86400');
  await expect(page.getByRole('tab', { name: 'Object data' })).toHaveCount(0);
});
