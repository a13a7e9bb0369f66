import { AxeBuilder } from '@axe-core/playwright';
import type { Locator, Page } from '@playwright/test';
import { signedInAs } from './support/accounts.ts';
import { colorAt } from './support/colorAt.ts';
import type { MapScreen } from './support/MapScreen.ts';
import { StyleLayer, stylePlace } from './support/styleLayer.ts';
import { expect, test } from './support/test.ts';

test.use({ storageState: signedInAs('admin'), viewport: { width: 1440, height: 900 } });

/** The style panel of a layer, as a person uses it. */
class Panel {
  readonly page: Page;
  readonly dialog: Locator;
  readonly rules: Locator;

  constructor(page: Page) {
    this.page = page;
    this.dialog = page.getByRole('dialog', { name: 'Edit classifier' });
    this.rules = this.dialog.getByRole('listbox', { name: 'Rules' });
  }

  /** Switches on all of them: what is on is unfolded in the list. */
  async openOnMap(map: MapScreen, layer: StyleLayer, ...others: readonly StyleLayer[]): Promise<void> {
    const layers = [layer, ...others].map(({ id }) => id);
    await map.open({ center: [stylePlace[0] + 0.015, stylePlace[1]], zoom: 13, layers });
    await this.openFromList(layer);
  }

  async openFromList({ name }: StyleLayer): Promise<void> {
    await this.page.getByRole('button', { name: `Edit layer ${name}` }).click();
    await expect(this.dialog.getByRole('tab', { name: 'Contour line' })).toBeVisible();
  }

  async tab(name: 'Contour line' | 'Fill' | 'Labels' | 'Icons'): Promise<void> {
    await this.dialog.getByRole('tab', { name }).click();
  }

  text(label: string): Locator {
    return this.dialog.getByRole('textbox', { name: label, exact: true });
  }

  /** Typed as a person types it, and left. */
  async fill(label: string, value: string): Promise<void> {
    await this.text(label).fill(value);
    await this.text(label).blur();
  }

  switch(name: string): Locator {
    return this.dialog.getByRole('switch', { name });
  }

  pick(name: string): Promise<void> {
    return this.dialog.getByRole('radio', { name, exact: true }).check();
  }

  rule(name: string): Locator {
    return this.rules.getByRole('option', { name, exact: true });
  }

  async chooseField(name: string): Promise<void> {
    await this.dialog.getByRole('combobox', { name: 'Field of the new rule' }).click();
    await this.page.getByRole('option', { name, exact: true }).click();
  }

  async addRule(value: string): Promise<void> {
    await this.text('Value of the new rule').fill(value);
    await this.dialog.getByRole('button', { name: 'Add', exact: true }).click();
  }

  async save(): Promise<void> {
    await this.dialog.getByRole('button', { name: 'Save' }).click();
    await expect(this.dialog).toHaveCount(0);
  }
}

test('STYLE-01 STYLE-02 STYLE-03 STYLE-04 STYLE-05 CLS-12: four tabs; advanced options show 14 rows of rules and widen the dialog', async ({
  page,
  map,
  request,
}) => {
  await using layer = await StyleLayer.make(request, 'Style tabs');
  const panel = new Panel(page);
  await panel.openOnMap(map, layer);
  await expect(panel.dialog.getByRole('tab')).toHaveText(['Contour line', 'Fill', 'Labels', 'Icons']);
  await expect(panel.rules).toHaveCount(0);
  const medium = await panel.dialog.boundingBox();
  await panel.switch('Advanced options').click();
  await expect(panel.rules).toBeVisible();
  const large = await panel.dialog.boundingBox();
  expect(large?.width).toBeGreaterThan((medium?.width ?? 0) + 100);
  const [list, row] = [await panel.rules.boundingBox(), await panel.rule('Default').boundingBox()];
  expect(Math.floor((list?.height ?? 0) / (row?.height ?? 1))).toBe(14);
  await expect(panel.dialog.getByRole('combobox', { name: 'Field of the new rule' })).toBeVisible();
  await expect(panel.text('Value of the new rule')).toBeVisible();
  for (const name of ['Add', 'Delete rule', 'Generate'])
    await expect(panel.dialog.getByRole('button', { name, exact: true })).toBeVisible();
  await panel.switch('Advanced options').click();
  await expect(panel.rules).toHaveCount(0);
  expect((await panel.dialog.boundingBox())?.width).toBe(medium?.width);
});

test('STYLE-06 STYLE-07 STYLE-12 STYLE-20 LIST-14: lines and fills are edited, saved as rgba, shown by the map and there again', async ({
  page,
  map,
  request,
}) => {
  await using layer = await StyleLayer.make(request, 'Style fills');
  const panel = new Panel(page);
  await panel.openOnMap(map, layer);
  await panel.tab('Contour line');
  await panel.fill('Color', '#102030');
  await panel.fill('Thickness', '4');
  await panel.dialog.getByText('Dashed').click();
  await panel.pick('brick');
  await panel.fill('Pattern color', 'teal');
  await panel.tab('Fill');
  await expect(panel.dialog.getByRole('group', { name: /^Pattern/ }).getByRole('radio')).toHaveCount(34);
  await panel.fill('Color', 'rgb(0, 128, 255)');
  await panel.pick('coal');
  await panel.fill('Pattern color', '#00800080');
  await panel.pick('none');
  const reloaded = map.nextLoad();
  await panel.save();
  await reloaded;
  expect(await layer.style()).toMatchObject({
    lineColor: 'rgba(16,32,48,1)',
    lineWidth: 4,
    lineStyle: 'dashed',
    strokePattern: 'brick',
    linePatternColor: 'rgba(0,128,128,1)',
    fillColor: 'rgba(0,128,255,1)',
    fillPattern: 'none',
    fillPatternColor: 'rgba(0,128,0,0.502)',
    rule: 'Default',
  });
  const middle = await map.pixelOf(StyleLayer.middleOf(0));
  await expect.poll(() => colorAt(page, middle)).toBe('#0080ff');

  await panel.openFromList(layer);
  await panel.tab('Contour line');
  await expect(panel.text('Color')).toHaveValue('rgba(16,32,48,1)');
  await expect(panel.text('Thickness')).toHaveValue('4 px');
  await expect(panel.dialog.getByRole('radio', { name: 'Dashed' })).toBeChecked();
  await expect(panel.dialog.getByRole('radio', { name: 'brick' })).toBeChecked();
});

test('STYLE-08 D-STYLE-01: labels take places for what the object has, and go off', async ({
  page,
  map,
  request,
}) => {
  await using layer = await StyleLayer.make(request, 'Style labels');
  const panel = new Panel(page);
  await panel.openOnMap(map, layer);
  await panel.tab('Labels');
  await panel.fill('Color', 'maroon');
  await panel.fill('Size', '22');
  await panel.text('Label text').fill('No. ');
  await panel.text('Label text').press('End');
  await panel.dialog.getByRole('button', { name: 'Insert kind' }).click();
  await expect(panel.text('Label text')).toHaveValue('No. {data.kind}');
  const loaded = map.nextLoad((sent) => sent.url().endsWith('/polygons'));
  await panel.save();
  const { features } = (await (await loaded).json()) as { features: { objectMapLabel: string }[] };
  expect(features.map(({ objectMapLabel }) => objectMapLabel)).toContain('No. a');
  expect(await layer.style()).toMatchObject({
    labelColor: 'rgba(128,0,0,1)',
    labelSize: 22,
    objLabel: 'No. {data.kind}',
  });
  await panel.openFromList(layer);
  await panel.tab('Labels');
  await panel.switch('Show labels').click();
  await panel.save();
  expect(await layer.style()).toMatchObject({ labelEnabled: false, objLabel: 'No. {data.kind}' });
});

test('STYLE-09 STYLE-10 STYLE-11 STYLE-21: the icon is searched, and in sight when the picker opens again', async ({
  page,
  map,
  request,
}) => {
  await using layer = await StyleLayer.make(request, 'Style icons');
  const panel = new Panel(page);
  await panel.openOnMap(map, layer);
  await panel.tab('Icons');
  await panel.fill('Color', 'white');
  await panel.fill('Size', '20');
  await panel.fill('Background color', '#336699');
  await panel.fill('Radius', '15');
  await panel.fill('Rotation', '45');
  await panel.switch('Gradient').click();
  await expect(panel.dialog.getByRole('group', { name: /^Background form/ }).getByRole('radio')).toHaveCount(
    16,
  );
  await panel.pick('shield');
  const icons = panel.dialog.getByRole('listbox', { name: /^Icon/ });
  expect((await icons.boundingBox())?.height).toBe(200);
  await panel.text('Search an icon').fill('warehouse');
  await expect(panel.dialog.getByText(/^\d+ icons? found$/)).toBeVisible();
  await icons.getByRole('option', { name: 'Warehouse', exact: true }).first().click();
  await panel.text('Search an icon').fill('no such icon');
  await expect(icons.getByText('No icon has these words')).toBeVisible();
  await panel.save();
  const stored = await layer.style();
  expect(stored).toMatchObject({
    pointColor: 'rgba(255,255,255,1)',
    pointSize: 20,
    pointBgColor: 'rgba(51,102,153,1)',
    pointRadius: 15,
    pointRotation: 45,
    pointGradient: true,
    pointForm: 'shield',
    pointIcon: expect.stringMatching(/^f[ag]-.*warehouse/),
  });
  await panel.openFromList(layer);
  await panel.tab('Icons');
  await expect(icons.getByRole('option', { selected: true })).toBeInViewport();
  await expect(icons.getByRole('option', { selected: true })).toHaveAttribute(
    'title',
    new RegExp(`\\(${String(stored.pointIcon)}\\)`),
  );
});

test('RULE-01 RULE-02 RULE-03 RULE-04 RULE-05 RULE-06 RULE-07 RULE-08 RULE-09 RULE-14 RULE-16: rules are added, overwritten, put in order and deleted', async ({
  page,
  map,
  request,
}) => {
  await using layer = await StyleLayer.make(request, 'Style rules', { values: ['oak', 'ash'] });
  const panel = new Panel(page);
  await panel.openOnMap(map, layer);
  await panel.switch('Advanced options').click();
  await expect(panel.rules.getByRole('option')).toHaveText(['Default']);
  await expect(panel.dialog.getByRole('button', { name: 'Delete rule' })).toBeDisabled();
  await panel.dialog.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(panel.dialog.getByText('Choose a field first')).toBeVisible();

  await panel.tab('Fill');
  await panel.fill('Color', '#111111');
  await panel.chooseField('kind');
  await panel.addRule('oak');
  await expect(panel.rule('oak')).toHaveAttribute('aria-selected', 'true');
  await expect(panel.text('Color')).toHaveValue('rgba(17,17,17,1)');
  await panel.fill('Color', '#00aa00');
  await panel.addRule('');
  await panel.fill('Color', '#0000aa');
  await expect(panel.rules.getByRole('option')).toHaveText(['Default', 'oak', '""']);
  await panel.rule('Default').click();
  await expect(panel.text('Color')).toHaveValue('rgba(17,17,17,1)');
  await panel.rule('oak').click();
  await expect(panel.text('Color')).toHaveValue('rgba(0,170,0,1)');
  await panel.dialog.getByRole('button', { name: /move rule down/ }).click();
  await expect(panel.rules.getByRole('option')).toHaveText(['Default', '""', 'oak']);

  // The one for the same value takes the look of the editor.
  await panel.rule('""').click();
  await panel.addRule('oak');
  await expect(panel.rules.getByRole('option')).toHaveText(['Default', '""', 'oak']);
  await panel.rule('oak').click();
  await expect(panel.text('Color')).toHaveValue('rgba(0,0,170,1)');
  await panel.rule('""').click();
  await panel.dialog.getByRole('button', { name: 'Delete rule' }).click();
  await expect(panel.rule('Default')).toHaveAttribute('aria-selected', 'true');
  await panel.rule('oak').click();
  await panel.save();

  const { labelRules, ...top } = await layer.style();
  expect(top).toMatchObject({ rule: 'Default', fillColor: 'rgba(17,17,17,1)' });
  expect(labelRules.map(({ rule, fillColor }) => [rule, fillColor])).toEqual([
    ['data.kind=oak', 'rgba(0,0,170,1)'],
    ['Default', 'rgba(17,17,17,1)'],
  ]);
  await expect.poll(async () => colorAt(page, await map.pixelOf(StyleLayer.middleOf(0)))).toBe('#0000aa');
  await expect.poll(async () => colorAt(page, await map.pixelOf(StyleLayer.middleOf(1)))).toBe('#111111');
});

test('RULE-10 RULE-11 RULE-12 RULE-13 API-CLS-13: rules are generated from the values of a field, in the colours of a ramp', async ({
  page,
  map,
  request,
}) => {
  await using layer = await StyleLayer.make(request, 'Style made', { values: ['10', '9', '10'] });
  const panel = new Panel(page);
  await panel.openOnMap(map, layer);
  await panel.switch('Advanced options').click();
  const generate = panel.dialog.getByRole('button', { name: 'Generate' });
  await generate.click();
  await expect(panel.dialog.getByText('Choose a field first')).toBeVisible();
  await panel.chooseField('kind');
  await panel.addRule('by hand');
  await generate.click();
  const question = page.getByRole('dialog', { name: 'Please confirm' });
  await expect(question).toContainText('All rules of this layer will be replaced. Continue?');
  await question.getByRole('button', { name: 'No' }).click();
  await expect(panel.rules.getByRole('option')).toHaveText(['Default', 'by hand']);
  await generate.click();
  await question.getByRole('button', { name: 'Yes' }).click();
  // The commonest value first.
  await expect(panel.rules.getByRole('option')).toHaveText(['Default', '10', '9']);
  await expect(panel.rule('Default')).toHaveAttribute('aria-selected', 'true');

  await panel.dialog.getByRole('combobox', { name: 'Colors' }).click();
  await page.getByRole('option', { name: 'Viridis' }).click();
  await generate.click();
  await question.getByRole('button', { name: 'Yes' }).click();
  await expect(panel.rules.getByRole('option')).toHaveText(['Default', '9', '10']);
  await panel.save();
  const { labelRules } = await layer.style();
  expect(labelRules.map(({ rule, lineColor }) => [rule, lineColor]).slice(0, 2)).toEqual([
    ['data.kind=9', 'rgba(68,1,84,1)'],
    ['data.kind=10', 'rgba(253,231,37,1)'],
  ]);
});

test('D-CLS-14 THEME-07: with a theme the rules rest, and come back when it goes', async ({
  page,
  map,
  request,
}) => {
  const geomStyle = JSON.stringify({ labelRules: [{ rule: 'data.kind=a', fillColor: 'rgba(1,2,3,1)' }] });
  await using layer = await StyleLayer.make(request, 'Style themes', { geomStyle });
  const panel = new Panel(page);
  await panel.openOnMap(map, layer);
  await panel.dialog.getByRole('combobox', { name: 'Thematic style' }).click();
  await expect(page.locator('.mantine-Select-dropdown').getByRole('option')).toContainText([
    'None',
    'Tree species and age',
  ]);
  await page.getByRole('option', { name: 'Contours only' }).click();
  await expect(panel.dialog.getByText('The rules rest until it is set to None')).toBeVisible();
  await expect(panel.rules).toHaveAttribute('aria-disabled', 'true');
  await expect(panel.text('Value of the new rule')).toBeDisabled();
  await panel.save();
  const stored = await layer.style();
  expect(stored).toMatchObject({ theme: 'contours' });
  expect(stored.labelRules[0]).toMatchObject({ rule: 'data.kind=a', fillColor: 'rgba(1,2,3,1)' });
});

test('D-CLS-18: opened, looked at and saved unchanged, a style stays the same text', async ({
  page,
  map,
  request,
}) => {
  const geomStyle =
    '{ "lineWidth" : "2", "fillColor":"", "own":{"x":1}, "labelRules":[ {"rule":"data.kind=a"}, {"rule":"Default","lineColor":"#abc"} ]}';
  await using layer = await StyleLayer.make(request, 'Style unchanged', { geomStyle });
  const panel = new Panel(page);
  await panel.openOnMap(map, layer);
  for (const tab of ['Contour line', 'Labels', 'Icons', 'Fill'] as const) await panel.tab(tab);
  await panel.rule('a').click();
  await panel.rule('Default').click();
  await panel.text('Color').focus();
  await panel.text('Color').blur();
  await panel.dialog.getByLabel('Description').fill('Another description');
  await panel.save();
  expect(await layer.styleText()).toBe(geomStyle);
});

test('CLS-18 CLS-19 D-CLS-11: what cannot be saved is marked at its control, in its rule and tab, and nothing is lost', async ({
  page,
  map,
  request,
  complaints,
}) => {
  complaints.allow(/400|the classifier was not saved/);
  await using layer = await StyleLayer.make(request, 'Style mistakes');
  const panel = new Panel(page);
  await panel.openOnMap(map, layer);
  await panel.switch('Advanced options').click();
  await panel.chooseField('kind');
  await panel.addRule('a');
  await panel.tab('Contour line');
  await panel.fill('Thickness', '-2');
  await expect(panel.dialog.getByText('Enter 0 or more')).toBeVisible();
  await panel.rule('Default').click();
  await panel.tab('Icons');
  await panel.dialog.getByRole('button', { name: 'Save' }).click();
  await expect(panel.rule('a')).toHaveAttribute('aria-selected', 'true');
  await expect(panel.text('Thickness')).toHaveAttribute('aria-invalid', 'true');
  await panel.fill('Thickness', '2');

  // What only the server counts.
  await panel.tab('Labels');
  await panel.text('Label text').fill('{name}'.repeat(51));
  await panel.tab('Fill');
  await panel.rule('Default').click();
  await panel.dialog.getByRole('button', { name: 'Save' }).click();
  await expect(panel.dialog.getByText('Not saved. Look at the marked fields.')).toBeVisible();
  await expect(panel.rule('a')).toHaveAttribute('aria-selected', 'true');
  await expect(panel.dialog.getByText('There are too many')).toBeVisible();
  await panel.text('Label text').fill('{name}');
  await expect(panel.dialog.getByText('There are too many')).toHaveCount(0);
  await panel.save();
  expect((await layer.style()).labelRules[0]).toMatchObject({ lineWidth: 2, objLabel: '{name}' });
});

test('the map shows a style before it is saved, and the stored one when the dialog is closed', async ({
  page,
  map,
  request,
}) => {
  const geomStyle = '{"fillColor":"rgba(200,100,0,1)"}';
  await using layer = await StyleLayer.make(request, 'Style preview', { geomStyle });
  const panel = new Panel(page);
  await panel.openOnMap(map, layer);
  await panel.tab('Fill');
  await panel.fill('Color', '#00ff80');
  await panel.dialog.getByRole('button', { name: 'See on the map' }).click();
  await expect(panel.dialog).toBeHidden();
  const middle = await map.pixelOf(StyleLayer.middleOf(0));
  await expect.poll(() => colorAt(page, middle)).toBe('#00ff80');
  await page.getByRole('button', { name: 'Back to the style' }).click();
  await expect(panel.text('Color')).toHaveValue('rgba(0,255,128,1)');
  await panel.dialog.getByRole('button', { name: 'Close' }).click();
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
  const panel = new Panel(page);
  await panel.openOnMap(map, layer);
  await panel.tab('Fill');
  await panel.fill('Color', '#00ff80');
  await panel.dialog.getByRole('button', { name: 'See on the map' }).click();
  const middle = await map.pixelOf(StyleLayer.middleOf(0));
  await expect.poll(() => colorAt(page, middle)).toBe('#00ff80');
  await page.getByRole('button', { name: 'Back to the style' }).click();
  await panel.dialog.getByRole('button', { name: 'Close' }).click();
  await expect.poll(() => colorAt(page, middle)).toBe('#c86400');

  await page.goto('/#/en/classifiers/layer-groups');
  await page.getByRole('textbox', { name: /^Search|^Find/ }).fill(layer.name);
  const pictures = page.waitForResponse((answer) => answer.url().includes(`/wmsLayers/${layer.id}/preview`));
  await page
    .getByRole('button', { name: new RegExp(`^Edit.*${layer.name}$`) })
    .last()
    .click();
  expect((await pictures).status()).toBe(200);
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
  const panel = new Panel(page);
  await panel.openOnMap(map, from, to);
  await expect(panel.dialog.getByRole('button', { name: 'Paste the style' })).toBeDisabled();
  await panel.dialog.getByRole('button', { name: 'Copy the style' }).click();
  await panel.dialog.getByRole('button', { name: 'Close' }).click();
  await panel.openFromList(to);
  await panel.dialog.getByRole('button', { name: 'Paste the style' }).click();
  await expect(page.getByText('This layer has no field elsewhere')).toBeVisible();
  await panel.tab('Fill');
  await expect(panel.text('Color')).toHaveValue('rgba(9,8,7,1)');
  await panel.save();
  const { labelRules } = await to.style();
  expect(labelRules.map(({ rule }) => rule)).toEqual(['data.elsewhere=x', 'Default']);
});

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(`in ${colorScheme} colours`, () => {
    test.use({ colorScheme });
    test('every tab of the panel can be used by everybody', async ({ page, map, request }) => {
      await using layer = await StyleLayer.make(request, `Style for all, ${colorScheme}`);
      const panel = new Panel(page);
      await panel.openOnMap(map, layer);
      await panel.switch('Advanced options').click();
      for (const tab of ['Contour line', 'Fill', 'Labels', 'Icons'] as const) {
        await panel.tab(tab);
        const { violations } = await new AxeBuilder({ page })
          .include('[role="dialog"]')
          .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'])
          .analyze();
        expect(
          violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`),
        ).toEqual([]);
      }
    });
  });
}
