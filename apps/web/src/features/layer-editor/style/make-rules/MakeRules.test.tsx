import type { GeomStyle } from '@pgis/cartography';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { renderOnMap } from '../../../../testing/renderOnMap.tsx';
import { layer, put, saveButton, startDialogWorld } from '../../../../testing/treeNodeDialog.tsx';
import { editedValues, openStyle } from '../draft/StyleDraft.ts';
import { RuleButtons } from './RuleButtons.tsx';

vi.mock('../../../../settings/index.ts', () => ({
  readSettings: vi.fn(() => ({ enableServerRendering: true })),
}));

const { server, openLayer, sentBody } = startDialogWorld();
const fieldValues = 'GET /api/v1/classifiers/11/field-values';

const step = (value: number, count: number) => ({ from: value, to: value, count, sum: value * count });
const species = {
  ...{ objects: 30, empty: 2, distinct: 3, numbers: [] },
  values: [
    { value: 'oak', count: 20 },
    { value: 'Ash', count: 5 },
    { value: 'elm', count: 3 },
  ],
};
const heights = {
  ...{ objects: 12, empty: 1, distinct: 5 },
  values: [{ value: 'tall', count: 1 }],
  numbers: [step(0, 3), step(10, 3), step(20, 3), step(30, 1)],
};

/** Opens the panel on a field of the layer. */
async function openPanel(field: string, geomStyle = '') {
  server.on(fieldValues, ({ query }) => ({ body: query.field === 'height' ? heights : species }));
  const { user, dialog } = await openLayer({ geomStyle });
  const advanced = await dialog.findByRole<HTMLInputElement>('switch', { name: 'Advanced options' });
  if (!advanced.checked) await user.click(advanced);
  await user.click(dialog.getByRole('button', { name: 'Make rules' }));
  const panel = within(dialog.getByRole('region', { name: 'Make rules' }));
  expect(document.activeElement).toBe(panel.getByRole('heading', { name: 'Make rules' }));
  await user.click(panel.getByRole('combobox', { name: 'Field' }));
  await user.click(await screen.findByRole('option', { name: field }));
  return { user, dialog, panel };
}
const ruleNames = () =>
  within(screen.getByRole('listbox', { name: 'Rules' }))
    .getAllByRole('option')
    .map(({ textContent }) => textContent);
const savedRules = async () => {
  const body = await waitFor(() => sentBody(put) ?? expect.fail('nothing was saved'));
  const { labelRules } = JSON.parse(String(body.geomStyle)) as { labelRules: Record<string, unknown>[] };
  return labelRules;
};

test('values come with their counts; those without a rule are selected and added, in the order of the values', async () => {
  const geomStyle = JSON.stringify({ labelRules: [{ rule: 'data.species=OAK', lineColor: '#123456' }] });
  const { user, panel } = await openPanel('species', geomStyle);
  const rows = () =>
    panel.getAllByRole('row').map((row) =>
      within(row)
        .queryAllByRole('cell')
        .map((cell) => cell.textContent),
    );
  await panel.findByRole('checkbox', { name: 'oak' });
  expect(rows().slice(1)).toEqual([
    ['', 'oak', '20', 'Exists'],
    ['', 'Ash', '5', ''],
    ['', 'elm', '3', ''],
    ['', 'No value', '2', ''],
  ]);
  const isChecked = (name: string) => panel.getByRole<HTMLInputElement>('checkbox', { name }).checked;
  expect(['oak', 'Ash', 'elm', 'No value'].map(isChecked)).toEqual([false, true, true, false]);
  expect(panel.getByRole('status').textContent).toBe('4 values, 2 selected');
  expect(panel.queryByText(/most frequent/)).toBeNull();
  await user.click(panel.getByRole('combobox', { name: 'Order' }));
  await user.click(await screen.findByRole('option', { name: 'By value' }));
  await user.click(panel.getByRole('button', { name: 'Add 2 rules' }));
  expect(ruleNames()).toEqual(['Default', 'Ash', 'elm', 'OAK']);
  expect(panel.getByRole('button', { name: 'Add 0 rules' })).toHaveProperty('disabled', true);
  await user.click(saveButton());
  expect((await savedRules()).map(({ rule, lineColor }) => [rule, lineColor]).slice(0, 3)).toEqual([
    ['data.species=Ash', 'rgba(230,159,0,1)'],
    ['data.species=elm', 'rgba(86,180,233,1)'],
    ['data.species=OAK', 'rgba(18,52,86,1)'],
  ]);
});

test('without an order that the user selects, rules are added after the existing ones', async () => {
  const labelRules = ['elm', 'oak'].map((kind) => ({ rule: `data.species=${kind}` }));
  const { user, panel } = await openPanel('species', JSON.stringify({ labelRules }));
  await user.click(await panel.findByRole('button', { name: 'Add 1 rule' }));
  expect(ruleNames()).toEqual(['Default', 'elm', 'oak', 'Ash']);
});

test('rules that do not fit say how many a style has besides Default', async () => {
  const rules = Array.from({ length: 200 }, (_, index) => ({ rule: `data.kind=${index}` }));
  const draft = openStyle('');
  const editor = {
    ...{ draft, values: editedValues(draft), isMixed: () => false, fields: [], isReadOnly: false },
    companyLanguage: 'en' as const,
    ...{ change: () => {}, latest: () => ({ draft, fields: [] }) },
    ...{ setProperty: () => {}, setWhole: () => {} },
    ...{ problemOf: () => undefined, problemOfWhole: () => undefined },
  };
  const buttons = (added: GeomStyle[]) => (
    <RuleButtons editor={editor} added={added} replacing={[]} note="They fit." onAdd={() => {}} />
  );
  await renderOnMap(
    <>
      {buttons(rules.slice(1))}
      {buttons(rules)}
    </>,
  );
  expect(screen.getAllByRole('status').map(({ textContent }) => textContent)).toEqual([
    'They fit.',
    'A style has at most 199 rules besides Default. Select fewer.',
  ]);
});

test('values are found by a part of them and unselected all together; rules are replaced by those selected', async () => {
  const { user, panel } = await openPanel(
    'species',
    JSON.stringify({ labelRules: [{ rule: 'data.height=1' }] }),
  );
  await user.click(await panel.findByRole('checkbox', { name: 'All values' }));
  expect(panel.getByRole('status').textContent).toBe('4 values, 4 selected');
  await user.click(panel.getByRole('checkbox', { name: 'All values' }));
  await user.type(panel.getByRole('textbox', { name: 'Find a value' }), 'AS');
  expect(panel.queryByRole('checkbox', { name: 'oak' })).toBeNull();
  await user.click(panel.getByRole('checkbox', { name: 'Ash' }));
  await user.click(panel.getByRole('button', { name: 'Replace all rules' }));
  await user.click(await screen.findByRole('button', { name: 'Yes' }));
  await waitFor(() => expect(ruleNames()).toEqual(['Default', 'Ash']));
});

test('ranges are made by a method, in the colours of a ramp, and drawn by their bounds', async () => {
  const { user, panel, dialog } = await openPanel('height');
  await user.click(panel.getByRole('radio', { name: 'Ranges' }));
  await user.click(panel.getByRole('radio', { name: 'Equal intervals' }));
  await user.click(panel.getByRole('combobox', { name: 'Classes' }));
  await user.click(await screen.findByRole('option', { name: '3' }));
  expect(panel.getAllByRole('slider').map((one) => one.getAttribute('aria-valuetext'))).toEqual(['10', '20']);
  expect(panel.getByText('1 object has text instead of a number and is in no range.')).toBeTruthy();
  expect(panel.getByText('1 without a value')).toBeTruthy();
  await user.type(panel.getByRole('textbox', { name: 'Legend name, class 2' }), 'Middle');
  await user.click(panel.getByRole('button', { name: 'Add 3 rules' }));
  expect(ruleNames()).toEqual(['Default', '0–10', '10–20', '20–30']);
  // A second time the ranges take the place of the first ones.
  await user.click(panel.getByRole('radio', { name: 'Quantiles' }));
  await user.click(panel.getByRole('button', { name: 'Reverse' }));
  await user.click(panel.getByRole('button', { name: /^Add \d rules/ }));
  expect(ruleNames()).toEqual(['Default', '0–10', '10–20', '20–30']);
  await user.click(dialog.getByRole('button', { name: 'Close “Make rules”' }));
  expect(document.activeElement).toBe(dialog.getByRole('button', { name: 'Make rules' }));
  expect(dialog.getByRole('tab', { name: 'Fill' })).toBeTruthy();
  await user.click(saveButton());
  const rules = await savedRules();
  expect(rules.map(({ ruleRange }) => ruleRange)).toEqual(['[0,10)', '[10,20)', '[20,30]', undefined]);
  expect(rules.map(({ ruleNameEn }) => ruleNameEn)).toEqual([undefined, 'Middle', undefined, undefined]);
  const [darkest, , palest] = rules.map(({ lineColor }) => Number(/\d+/.exec(String(lineColor))?.[0]));
  expect(darkest).toBeLessThan(palest ?? 0);
});

test('a bound is moved with the keyboard or typed, and bounds that do not ascend are refused', async () => {
  const { user, panel } = await openPanel('height');
  await user.click(panel.getByRole('radio', { name: 'Ranges' }));
  await user.click(panel.getByRole('radio', { name: 'Equal intervals' }));
  const bound = () => panel.getByRole('slider', { name: 'Bound 1' });
  bound().focus();
  const start = Number(bound().getAttribute('aria-valuenow'));
  await user.keyboard('{ArrowRight}');
  expect(Number(bound().getAttribute('aria-valuenow'))).toBeCloseTo(start + 0.1);
  await user.keyboard('{Shift>}{ArrowLeft}{/Shift}');
  expect(Number(bound().getAttribute('aria-valuenow'))).toBeCloseTo(start - 0.9);
  expect(panel.getByRole<HTMLInputElement>('radio', { name: 'Own bounds' }).checked).toBe(true);
  await user.keyboard('{Home}');
  expect(bound().getAttribute('aria-valuenow')).toBe('0.1');
  await user.keyboard('{End}');
  expect(bound().getAttribute('aria-valuenow')).toBe('11.9');
  const greyBars = () => bound().parentElement?.querySelectorAll('[style*="--border-strong"]').length;
  expect(greyBars()).toBe(0);
  const type = async (name: string, text: string) => {
    await user.clear(panel.getByRole('textbox', { name }));
    await user.type(panel.getByRole('textbox', { name }), text);
  };
  await type('Lowest bound', '5');
  expect(greyBars()).toBe(5);
  expect(panel.getByText('3 objects are in no class.')).toBeTruthy();
  await type('Up to, class 5', '1990');
  await user.click(panel.getByRole('button', { name: 'Add 5 rules' }));
  expect(ruleNames().at(-1)).toBe('24–1990');
  await type('Up to, class 1', '25');
  expect(panel.getByRole('alert').textContent).toBe('Each bound must be greater than the one before it.');
  expect(panel.getByRole('button', { name: 'Add 0 rules' })).toHaveProperty('disabled', true);
});

test('a field without numbers has no ranges, and one that is not stored yet has no values', async () => {
  const { user, panel } = await openPanel('species');
  await user.click(panel.getByRole('radio', { name: 'Ranges' }));
  expect(panel.getByRole('status').textContent).toBe(
    'Ranges need numbers. This field has text in 28 objects and no number.',
  );
  const asked = server.sent.length;
  await user.click(screen.getByRole('button', { name: 'Add field' }));
  const names = screen.getAllByRole<HTMLInputElement>('textbox', { name: /^Name of field/ });
  await user.type(names.at(-1) ?? expect.fail('no field'), 'girth');
  await user.click(panel.getByRole('combobox', { name: 'Field' }));
  await user.click(await screen.findByRole('option', { name: 'girth' }));
  expect(panel.getByText('Save the layer with this field first')).toBeTruthy();
  expect(server.sent).toHaveLength(asked);
});

test('D-CLS-18: opening the panel changes nothing of the style', async () => {
  const { user, panel } = await openPanel('species', layer.geomStyle);
  await panel.findByRole('checkbox', { name: 'oak' });
  await user.click(saveButton());
  await waitFor(() => expect(sentBody(put)?.geomStyle).toBe(layer.geomStyle));
});
