import { signedInAs } from './support/accounts.ts';
import { colorAt } from './support/colorAt.ts';
import { answerDiscard } from './support/discardChanges.ts';
import { StylePanel } from './support/StylePanel.ts';
import { StyleLayer } from './support/styleLayer.ts';
import { expect, test } from './support/test.ts';

test.use({ storageState: signedInAs('admin'), viewport: { width: 1440, height: 900 } });

test('the map shows a style before it is saved, and the stored one when the dialog is closed', async ({
  page,
  map,
  request,
}) => {
  const geomStyle = '{"fillColor":"rgba(200,100,0,1)"}';
  await using layer = await StyleLayer.make(request, 'Style preview', { geomStyle });
  const panel = new StylePanel(page);
  await panel.openOnMap(map, layer);
  await panel.tab('Fill');
  await panel.fill('Colour', '#00ff80');
  await panel.dialog.getByRole('button', { name: 'See on the map' }).click();
  await expect(panel.dialog).toBeHidden();
  const middle = await map.pixelOf(StyleLayer.middleOf(0));
  await expect.poll(() => colorAt(page, middle)).toBe('#00ff80');
  await page.getByRole('button', { name: 'Back to the style' }).click();
  await expect(panel.text('Colour')).toHaveValue('rgba(0,255,128,1)');
  await panel.dialog.getByRole('button', { name: 'Close' }).click();
  await answerDiscard(page, 'Yes');
  await expect.poll(() => colorAt(page, middle)).toBe('#c86400');
  expect(await layer.styleText()).toBe(geomStyle);
});

test('a layer that the server draws is shown in a style before it is saved, on the map and on a page without one', async ({
  page,
  map,
  request,
}) => {
  const geomStyle = '{"fillColor":"rgba(200,100,0,1)"}';
  await using layer = await StyleLayer.make(request, 'Style pictures', { geomStyle, serverside: true });
  const panel = new StylePanel(page);
  await panel.openOnMap(map, layer);
  await panel.tab('Fill');
  await panel.fill('Colour', '#00ff80');
  await panel.dialog.getByRole('button', { name: 'See on the map' }).click();
  const middle = await map.pixelOf(StyleLayer.middleOf(0));
  await expect.poll(() => colorAt(page, middle)).toBe('#00ff80');
  await page.getByRole('button', { name: 'Back to the style' }).click();
  await panel.dialog.getByRole('button', { name: 'Close' }).click();
  await answerDiscard(page, 'Yes');
  await expect.poll(() => colorAt(page, middle)).toBe('#c86400');

  await page.goto('/#/en/classifiers/layer-groups');
  await page.getByRole('textbox', { name: /^Search|^Find/ }).fill(layer.name);
  const previewAnswer = page.waitForResponse((answer) =>
    answer.url().includes(`/wmsLayers/${layer.id}/preview`),
  );
  await page
    .getByRole('button', { name: new RegExp(`^Edit.*${layer.name}$`) })
    .last()
    .click();
  expect((await previewAnswer).status()).toBe(200);
  await expect(panel.dialog.getByRole('img', { name: 'The layer in this style' })).toBeVisible();
});

test('a style is copied from one layer to another, which says what fields it lacks', async ({
  page,
  map,
  request,
}) => {
  const geomStyle = JSON.stringify({
    fillColor: 'rgba(9,8,7,1)',
    labelRules: [{ rule: 'data.elsewhere=x', fillColor: 'rgba(1,2,3,1)' }],
  });
  await using from = await StyleLayer.make(request, 'Style given', { geomStyle });
  await using to = await StyleLayer.make(request, 'Style taken');
  const panel = new StylePanel(page);
  await panel.openOnMap(map, from, to);
  await expect(panel.dialog.getByRole('button', { name: 'Paste the style' })).toBeDisabled();
  await panel.dialog.getByRole('button', { name: 'Copy the style' }).click();
  await panel.dialog.getByRole('button', { name: 'Close' }).click();
  await panel.openFromList(to);
  await panel.dialog.getByRole('button', { name: 'Paste the style' }).click();
  await expect(page.getByText('This layer has no field elsewhere')).toBeVisible();
  await panel.tab('Fill');
  await expect(panel.text('Colour')).toHaveValue('rgba(9,8,7,1)');
  await panel.save();
  const { labelRules } = await to.style();
  expect(labelRules.map(({ rule }) => rule)).toEqual(['data.elsewhere=x', 'Default']);
});
