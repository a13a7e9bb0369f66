import { signedInAs } from './support/accounts.ts';
import { colorAt } from './support/colorAt.ts';
import { StylePanel } from './support/StylePanel.ts';
import { StyleLayer } from './support/styleLayer.ts';
import { expect, test } from './support/test.ts';

test.use({ storageState: signedInAs('admin'), viewport: { width: 1440, height: 900 } });

test('RULE-01 RULE-02 RULE-03 RULE-04 RULE-05 RULE-06 RULE-07 RULE-08 RULE-09 RULE-14 RULE-16: rules are added, overwritten, put in order and deleted', async ({
  page,
  map,
  request,
}) => {
  await using layer = await StyleLayer.make(request, 'Style rules', { values: ['oak', 'ash'] });
  const panel = new StylePanel(page);
  await panel.openOnMap(map, layer);
  await panel.switch('Advanced options').click();
  await test.step('RULE-01: Default is there', async () => {
    await expect(panel.rules.getByRole('option')).toHaveText(['Default']);
  });
  await test.step('RULE-02: Default cannot be deleted', async () => {
    await expect(panel.dialog.getByRole('button', { name: 'Delete rule' })).toBeDisabled();
  });
  await test.step('RULE-04: adding a rule needs a field', async () => {
    await panel.dialog.getByRole('button', { name: 'Add', exact: true }).click();
    await expect(panel.dialog.getByText('Choose a field first')).toBeVisible();
  });
  await test.step('RULE-06: an added rule copies the style of the editor', async () => {
    await panel.tab('Fill');
    await panel.fill('Colour', '#111111');
    await panel.chooseField('kind');
    await panel.addRule('oak');
    await expect(panel.rule('oak')).toHaveAttribute('aria-selected', 'true');
    await expect(panel.text('Colour')).toHaveValue('rgba(17,17,17,1)');
  });
  await test.step('RULE-05 RULE-14: a rule is named after its value, and "" after none', async () => {
    await panel.fill('Colour', '#00aa00');
    await panel.addRule('');
    await panel.fill('Colour', '#0000aa');
    await expect(panel.rules.getByRole('option')).toHaveText(['Default', 'oak', '""']);
  });
  await test.step('RULE-03 RULE-16: selecting a rule loads its style', async () => {
    await panel.rule('Default').click();
    await expect(panel.text('Colour')).toHaveValue('rgba(17,17,17,1)');
    await panel.rule('oak').click();
    await expect(panel.text('Colour')).toHaveValue('rgba(0,170,0,1)');
  });
  await test.step('a rule is moved down', async () => {
    await panel.dialog.getByRole('button', { name: 'Move rule down' }).click();
    await expect(panel.rules.getByRole('option')).toHaveText(['Default', '""', 'oak']);
  });
  await test.step('RULE-07: the rule for the same value takes the style of the editor', async () => {
    await panel.rule('""').click();
    await panel.addRule('oak');
    await expect(panel.rules.getByRole('option')).toHaveText(['Default', '""', 'oak']);
    await panel.rule('oak').click();
    await expect(panel.text('Colour')).toHaveValue('rgba(0,0,170,1)');
  });
  await test.step('RULE-08: deleting a rule selects Default', async () => {
    await panel.rule('""').click();
    await panel.dialog.getByRole('button', { name: 'Delete rule' }).click();
    await expect(panel.rule('Default')).toHaveAttribute('aria-selected', 'true');
  });
  await test.step('RULE-09: the top-level style is that of Default when the layer is saved', async () => {
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
});

test('D-CLS-10: a rule for a value gets conditions, and draws what meets them', async ({
  page,
  map,
  request,
}) => {
  const geomStyle = JSON.stringify({
    fillColor: 'rgba(17,17,17,1)',
    labelRules: [{ rule: 'data.kind=oak', fillColor: 'rgba(0,0,170,1)' }],
  });
  await using layer = await StyleLayer.make(request, 'Style conditions', {
    geomStyle,
    values: ['olive', 'ash'],
  });
  const panel = new StylePanel(page);
  await panel.openOnMap(map, layer);
  await panel.rule('oak').click();
  const conditions = panel.dialog.getByRole('group', { name: 'Conditions' });
  await conditions.getByRole('textbox', { name: 'Value' }).fill('o');
  await conditions.getByRole('combobox', { name: 'Comparison' }).click();
  await page.getByRole('option', { name: 'starts with' }).click();
  await expect(panel.rule('starts with “o”')).toBeVisible();
  await panel.save();
  await expect.poll(async () => colorAt(page, await map.pixelOf(StyleLayer.middleOf(0)))).toBe('#0000aa');
  await expect.poll(async () => colorAt(page, await map.pixelOf(StyleLayer.middleOf(1)))).toBe('#111111');
});

test('RULE-10 RULE-11 RULE-12 RULE-13 API-CLS-13: rules are generated from the values of a field, in the colours of a ramp', async ({
  page,
  map,
  request,
}) => {
  await using layer = await StyleLayer.make(request, 'Style made', { values: ['10', '9', '10'] });
  const panel = new StylePanel(page);
  await panel.openOnMap(map, layer);
  await panel.switch('Advanced options').click();
  const generate = panel.dialog.getByRole('button', { name: 'Generate' });
  await test.step('RULE-10: without a field nothing is generated', async () => {
    await generate.click();
    await expect(panel.dialog.getByText('Choose a field first')).toBeVisible();
  });
  const question = page.getByRole('dialog', { name: 'Please confirm' });
  await test.step('RULE-11: generating asks first, and No changes nothing', async () => {
    await panel.chooseField('kind');
    await panel.addRule('by hand');
    await generate.click();
    await expect(question).toContainText('All rules of this layer will be replaced. Continue?');
    await question.getByRole('button', { name: 'No' }).click();
    await expect(panel.rules.getByRole('option')).toHaveText(['Default', 'by hand']);
  });
  await test.step('RULE-12: the generated rules replace all, numbers in their order', async () => {
    await generate.click();
    await question.getByRole('button', { name: 'Yes' }).click();
    await expect(panel.rules.getByRole('option')).toHaveText(['Default', '9', '10']);
  });
  await test.step('RULE-13: Default is added and selected', async () => {
    await expect(panel.rule('Default')).toHaveAttribute('aria-selected', 'true');
  });
  await test.step('API-CLS-13: the rules take the colours of the ramp', async () => {
    await panel.dialog.getByRole('combobox', { name: 'Colours' }).click();
    await page.getByRole('option', { name: 'Viridis' }).click();
    await generate.click();
    const generated = page.waitForResponse((answer) => answer.url().includes('/generate-style/'));
    await question.getByRole('button', { name: 'Yes' }).click();
    await (await generated).finished();
    await expect(question).toHaveCount(0);
    await expect(panel.rules.getByRole('option')).toHaveText(['Default', '9', '10']);
    await panel.save();
    const { labelRules } = await layer.style();
    expect(labelRules.map(({ rule, lineColor }) => [rule, lineColor]).slice(0, 2)).toEqual([
      ['data.kind=9', 'rgba(68,1,84,1)'],
      ['data.kind=10', 'rgba(253,231,37,1)'],
    ]);
  });
});

test('D-CLS-10: refreshing adds rules for values that have none and keeps what was made by hand; the legend counts what no rule matches', async ({
  page,
  map,
  request,
}) => {
  const geomStyle = JSON.stringify({ labelRules: [{ rule: 'data.kind=oak', fillColor: 'rgba(1,2,3,1)' }] });
  await using layer = await StyleLayer.make(request, 'Style fresh', {
    geomStyle,
    values: ['oak', 'elm', 'elm'],
  });
  const panel = new StylePanel(page);
  await StylePanel.openMap(map, layer);
  await page.getByRole('button', { name: `Legend of ${layer.name}` }).click();
  const unmatched = page.getByRole('listitem').filter({ hasText: '(all other objects)' });
  await expect(unmatched.getByText('2 objects', { exact: true })).toBeAttached();

  await panel.openFromList(layer);
  const refresh = panel.dialog.getByRole('button', { name: 'Add rules for new values' });
  await refresh.click();
  await expect(panel.dialog.getByText('Choose a field first')).toBeVisible();
  await panel.chooseField('kind');
  await refresh.click();
  await expect(page.getByText('1 rule added')).toBeVisible();
  // Rules of values stand in the order of their values.
  await expect(panel.rules.getByRole('option')).toHaveText(['Default', 'elm', 'oak']);
  await panel.save();
  const [elm, oak] = (await layer.style()).labelRules;
  expect(oak).toMatchObject({ rule: 'data.kind=oak', fillColor: 'rgba(1,2,3,1)' });
  expect(elm?.fillColor).not.toBe(oak?.fillColor);
  await expect(unmatched.getByText('0 objects', { exact: true })).toBeAttached();
  const added = page.getByRole('listitem').filter({ has: page.getByRole('checkbox', { name: 'elm' }) });
  await expect(added.getByText('2 objects', { exact: true })).toBeAttached();
});

test('D-CLS-14 THEME-07: with a theme the rules rest and stay stored', async ({ page, map, request }) => {
  const geomStyle = JSON.stringify({ labelRules: [{ rule: 'data.kind=a', fillColor: 'rgba(1,2,3,1)' }] });
  await using layer = await StyleLayer.make(request, 'Style themes', { geomStyle });
  const panel = new StylePanel(page);
  await panel.openOnMap(map, layer);
  await test.step('THEME-07: contours only is one of the themes', async () => {
    await panel.dialog.getByRole('combobox', { name: 'Thematic style' }).click();
    await expect(page.locator('.mantine-Select-dropdown').getByRole('option')).toContainText([
      'None',
      'Tree species and age',
    ]);
    await page.getByRole('option', { name: 'Contours only' }).click();
  });
  await test.step('D-CLS-14: with a theme the rule list rests', async () => {
    await expect(panel.dialog.getByText('The rules are not used until it is set to None')).toBeVisible();
    await expect(panel.rules).toHaveAttribute('aria-disabled', 'true');
    await expect(panel.text('Value of the new rule')).toBeDisabled();
  });
  await test.step('D-CLS-14: the theme is stored beside the rules', async () => {
    await panel.save();
    const stored = await layer.style();
    expect(stored).toMatchObject({ theme: 'contours' });
    expect(stored.labelRules[0]).toMatchObject({ rule: 'data.kind=a', fillColor: 'rgba(1,2,3,1)' });
  });
});
