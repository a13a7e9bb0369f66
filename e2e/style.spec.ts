import { signedInAs } from './support/accounts.ts';
import { colorAt } from './support/colorAt.ts';
import { expectUsableInLightAndDark } from './support/expectUsable.ts';
import { StylePanel } from './support/StylePanel.ts';
import { StyleLayer } from './support/styleLayer.ts';
import { expect, test } from './support/test.ts';

test.use({ storageState: signedInAs('admin'), viewport: { width: 1440, height: 900 } });

test('STYLE-01 STYLE-02 STYLE-03 STYLE-04 STYLE-05: four tabs; advanced options show 14 rows of rules and widen the dialog', async ({
  page,
  map,
  request,
}) => {
  await using layer = await StyleLayer.make(request, 'Style tabs');
  const panel = new StylePanel(page);
  await panel.openOnMap(map, layer);
  await test.step('STYLE-05: four tabs', async () => {
    await expect(panel.dialog.getByRole('tab')).toHaveText(['Contour line', 'Fill', 'Labels', 'Icons']);
    await expect(panel.rules).toHaveCount(0);
  });
  const medium = await panel.dialog.boundingBox();
  await test.step('STYLE-01: the switch shows the rules', async () => {
    await panel.switch('Advanced options').click();
    await expect(panel.rules).toBeVisible();
  });
  await test.step('STYLE-02: with the options the dialog is wider', async () => {
    const large = await panel.dialog.boundingBox();
    expect(large?.width).toBeGreaterThan((medium?.width ?? 0) + 100);
  });
  await test.step('STYLE-03: the list shows 14 rows', async () => {
    const [list, row] = [await panel.rules.boundingBox(), await panel.rule('Default').boundingBox()];
    expect(Math.floor((list?.height ?? 0) / (row?.height ?? 1))).toBe(14);
  });
  await test.step('STYLE-04: beside the list are field, value and buttons', async () => {
    await expect(panel.dialog.getByRole('combobox', { name: 'Field of the new rule' })).toBeVisible();
    await expect(panel.text('Value of the new rule')).toBeVisible();
    for (const name of ['Add', 'Delete rule', 'Generate'])
      await expect(panel.dialog.getByRole('button', { name, exact: true })).toBeVisible();
  });
  await test.step('STYLE-02: without the options the dialog is as narrow as before', async () => {
    await panel.switch('Advanced options').click();
    await expect(panel.rules).toHaveCount(0);
    expect((await panel.dialog.boundingBox())?.width).toBe(medium?.width);
  });
});

test('STYLE-06 STYLE-07 STYLE-12 STYLE-20 LIST-14: lines and fills are edited, saved as rgba, shown by the map and there again', async ({
  page,
  map,
  request,
}) => {
  await using layer = await StyleLayer.make(request, 'Style fills');
  const panel = new StylePanel(page);
  await panel.openOnMap(map, layer);
  await test.step('STYLE-06: the contour line has colour, thickness, type, pattern and its colour', async () => {
    await panel.tab('Contour line');
    await panel.fill('Colour', '#102030');
    await panel.text('Thickness').fill('');
    await panel.text('Thickness').pressSequentially('4.5');
    await panel.dialog.getByText('Dashed').click();
    await panel.pick('brick');
    await panel.fill('Pattern colour', 'teal');
  });
  await test.step('STYLE-07 STYLE-20: the fill has colour, pattern and its colour', async () => {
    await panel.tab('Fill');
    await expect(panel.dialog.getByRole('group', { name: /^Pattern/ }).getByRole('radio')).toHaveCount(34);
    await panel.fill('Colour', 'rgb(0, 128, 255)');
    await panel.pick('coal');
    await panel.fill('Pattern colour', '#00800080');
    await panel.pick('none');
  });
  await test.step('STYLE-12: colours are saved as rgba', async () => {
    await map.idle();
    const reloaded = map.nextLoad();
    await panel.save();
    await reloaded;
    expect(await layer.style()).toMatchObject({
      lineColor: 'rgba(16,32,48,1)',
      lineWidth: 4.5,
      lineStyle: 'dashed',
      strokePattern: 'brick',
      linePatternColor: 'rgba(0,128,128,1)',
      fillColor: 'rgba(0,128,255,1)',
      fillPattern: 'none',
      fillPatternColor: 'rgba(0,128,0,0.502)',
      rule: 'Default',
    });
  });
  await test.step('LIST-14: the map draws the layer anew', async () => {
    const middle = await map.pixelOf(StyleLayer.middleOf(0));
    await expect.poll(() => colorAt(page, middle)).toBe('#0080ff');
  });
  await test.step('STYLE-06: the panel shows the saved style again', async () => {
    await panel.openFromList(layer);
    await panel.tab('Contour line');
    await expect(panel.text('Colour')).toHaveValue('rgba(16,32,48,1)');
    await expect(panel.text('Thickness')).toHaveValue('4.5 px');
    await expect(panel.dialog.getByRole('radio', { name: 'Dashed' })).toBeChecked();
    await expect(panel.dialog.getByRole('radio', { name: 'brick' })).toBeChecked();
  });
});

test('STYLE-08 D-STYLE-01: labels take places for what the object has, and go off', async ({
  page,
  map,
  request,
}) => {
  await using layer = await StyleLayer.make(request, 'Style labels');
  const panel = new StylePanel(page);
  await panel.openOnMap(map, layer);
  await panel.tab('Labels');
  await panel.fill('Colour', 'maroon');
  await panel.fill('Size', '22');
  await test.step('D-STYLE-01: the label text takes the place of a field, and the server fills it', async () => {
    await panel.text('Label text').fill('No. ');
    await panel.text('Label text').press('End');
    await panel.dialog.getByRole('button', { name: 'Insert kind' }).click();
    await expect(panel.text('Label text')).toHaveValue('No. {data.kind}');
    await map.idle();
    const loaded = map.nextLoad((sent) => sent.url().endsWith('/polygons'));
    await panel.save();
    const { features } = (await (await loaded).json()) as { features: { objectMapLabel: string }[] };
    expect(features.map(({ objectMapLabel }) => objectMapLabel)).toContain('No. a');
  });
  await test.step('STYLE-08: colour, size and text of labels are saved', async () => {
    expect(await layer.style()).toMatchObject({
      labelColor: 'rgba(128,0,0,1)',
      labelSize: 22,
      objLabel: 'No. {data.kind}',
    });
  });
  await test.step('STYLE-08: labels are switched off', async () => {
    await panel.openFromList(layer);
    await panel.tab('Labels');
    await panel.switch('Show labels').click();
    await panel.save();
    expect(await layer.style()).toMatchObject({ labelEnabled: false, objLabel: 'No. {data.kind}' });
  });
});

test('STYLE-09 STYLE-10 STYLE-11 STYLE-21: the icon is searched, and in sight when the picker opens again', async ({
  page,
  map,
  request,
}) => {
  await using layer = await StyleLayer.make(request, 'Style icons');
  const panel = new StylePanel(page);
  await panel.openOnMap(map, layer);
  await panel.tab('Icons');
  const forms = panel.dialog.getByRole('group', { name: /^Background form/ }).locator('label');
  await test.step('STYLE-21: the background forms are 16', () =>
    expect(forms).toHaveText([
      ...['none', 'circle', 'poi', 'bubble', 'marker', 'coma', 'shield', 'blazon'],
      ...['bookmark', 'hexagon', 'diamond', 'triangle', 'sign', 'ban', 'lozenge', 'square'],
    ]));
  const icons = panel.dialog.getByRole('listbox', { name: /^Icon/ });
  await test.step('STYLE-10: icons are searched in an area of 200 px', async () => {
    expect((await icons.boundingBox())?.height).toBe(200);
    await panel.text('Search icons').fill('warehouse');
    await expect(panel.dialog.getByText(/^\d+ icons? found$/)).toBeVisible();
    await icons.getByRole('option', { name: 'Warehouse', exact: true }).first().click();
    await panel.text('Search icons').fill('no such icon');
    await expect(icons.getByText('No icon matches')).toBeVisible();
  });
  const stored = await test.step('STYLE-09: all properties of icons are saved', async () => {
    await panel.fill('Colour', 'white');
    await panel.fill('Size', '20');
    await panel.fill('Background colour', '#336699');
    await panel.fill('Radius', '15');
    await panel.fill('Rotation', '45');
    await panel.switch('Gradient').click();
    await panel.pick('shield');
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
    return stored;
  });
  await test.step('STYLE-11: the picker opens at the selected icon', async () => {
    await panel.openFromList(layer);
    await panel.tab('Icons');
    await expect(icons.getByRole('option', { selected: true })).toBeInViewport();
    await expect(icons.getByRole('option', { selected: true })).toHaveAttribute(
      'title',
      new RegExp(`\\(${String(stored.pointIcon)}\\)`),
    );
  });
});

test('D-CLS-18: opened, looked at and saved unchanged, a style stays the same text', async ({
  page,
  map,
  request,
}) => {
  const geomStyle =
    '{ "lineWidth" : "2", "fillColor":"", "own":{"x":1}, "labelRules":[ {"rule":"data.kind=a"}, {"rule":"Default","lineColor":"#abc"} ]}';
  await using layer = await StyleLayer.make(request, 'Style unchanged', { geomStyle });
  const panel = new StylePanel(page);
  await panel.openOnMap(map, layer);
  for (const tab of ['Contour line', 'Labels', 'Icons', 'Fill'] as const) await panel.tab(tab);
  await panel.rule('a').click();
  await panel.rule('Default').click();
  await panel.text('Colour').focus();
  await panel.text('Colour').blur();
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
  const panel = new StylePanel(page);
  await panel.openOnMap(map, layer);
  await panel.switch('Advanced options').click();
  await panel.chooseField('kind');
  await panel.addRule('a');
  const tooSmall = panel.dialog.getByText('Enter 0 or more');
  await test.step('CLS-18: radius, sizes and line width take no negative number', async () => {
    for (const [tab, label] of [
      ['Icons', 'Radius'],
      ['Icons', 'Size'],
      ['Labels', 'Size'],
      ['Contour line', 'Thickness'],
    ] as const) {
      await panel.tab(tab);
      await expect(tooSmall).toHaveCount(0);
      await panel.fill(label, '-2');
      await expect(tooSmall).toBeVisible();
      if (label !== 'Thickness') await panel.fill(label, '2');
    }
  });
  await test.step('CLS-19: saving stops and shows the control that is wrong, in its rule and tab', async () => {
    await panel.rule('Default').click();
    await panel.tab('Icons');
    await panel.dialog.getByRole('button', { name: 'Save' }).click();
    await expect(panel.rule('a')).toHaveAttribute('aria-selected', 'true');
    await expect(panel.text('Thickness')).toHaveAttribute('aria-invalid', 'true');
    await panel.fill('Thickness', '2');
  });
  await test.step('D-CLS-11: what the server refuses is marked likewise, and nothing is lost', async () => {
    // These numbers come from the server alone.
    await panel.tab('Labels');
    await panel.text('Label text').fill('{name}'.repeat(51));
    await panel.tab('Fill');
    await panel.rule('Default').click();
    await panel.dialog.getByRole('button', { name: 'Save' }).click();
    await expect(panel.dialog.getByText('Not saved. Correct the marked fields.')).toBeVisible();
    await expect(panel.rule('a')).toHaveAttribute('aria-selected', 'true');
    await expect(panel.dialog.getByText('Too many entries')).toBeVisible();
    await panel.text('Label text').fill('{name}');
    await expect(panel.dialog.getByText('Too many entries')).toHaveCount(0);
    await panel.save();
    expect((await layer.style()).labelRules[0]).toMatchObject({ lineWidth: 2, objLabel: '{name}' });
  });
});

test('every tab of the panel can be used by everybody', async ({ page, map, request }) => {
  await using layer = await StyleLayer.make(request, 'Style for all');
  const panel = new StylePanel(page);
  await panel.openOnMap(map, layer);
  await panel.switch('Advanced options').click();
  for (const tab of ['Contour line', 'Fill', 'Labels', 'Icons'] as const) {
    await panel.tab(tab);
    await expectUsableInLightAndDark(page, tab);
  }
});
