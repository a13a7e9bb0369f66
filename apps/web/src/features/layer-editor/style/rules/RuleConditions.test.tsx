import { waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { put, saveButton, startDialogWorld } from '../../../../testing/treeNodeDialog.tsx';

vi.mock('../../../../settings/index.ts', () => ({
  readSettings: vi.fn(() => ({ enableServerRendering: true })),
}));

const { openLayer, sentBody } = startDialogWorld();

const geomStyle = JSON.stringify({ labelRules: [{ rule: 'data.species=oak' }] });

test('a rule for a value becomes one with conditions, and its problem is marked where it is', async () => {
  const { user, dialog } = await openLayer({ geomStyle });
  const list = await dialog.findByRole('listbox', { name: 'Rules' });
  await user.click(within(list).getByRole('option', { name: 'oak' }));
  const conditions = within(await dialog.findByRole('group', { name: 'Conditions' }));
  expect(conditions.getByRole<HTMLInputElement>('textbox', { name: 'Value' }).value).toBe('oak');
  expect(conditions.queryByRole('button', { name: 'Remove condition' })).toBeNull();

  await user.click(conditions.getByRole('combobox', { name: 'Comparison' }));
  await user.click(await dialog.findByRole('option', { name: 'starts with', hidden: true }));
  await user.click(conditions.getByRole('button', { name: 'Add condition' }));
  const comparisons = conditions.getAllByRole('combobox', { name: 'Comparison' });
  await user.click(comparisons[1] ?? expect.fail());
  const offered = await dialog.findAllByRole('option', { name: '≥', hidden: true });
  await user.click(offered.at(-1) ?? expect.fail());
  await user.click(saveButton());
  expect((await conditions.findByRole('alert')).textContent).toBe('Fill in this field');

  const values = conditions.getAllByRole('textbox', { name: 'Value' });
  await user.type(values[1] ?? expect.fail(), '20');
  expect(conditions.queryByRole('alert')).toBeNull();
  expect(within(list).getByRole('option', { selected: true }).textContent).toBe('starts with “oak” and ≥ 20');
  await user.click(saveButton());
  const body = await waitFor(() => sentBody(put) ?? expect.fail('nothing was saved'));
  const { labelRules } = JSON.parse(String(body.geomStyle)) as { labelRules: object[] };
  expect(labelRules[0]).toMatchObject({
    rule: 'data.species=starts with “oak” and ≥ 20',
    ruleConditions: {
      condition: 'and',
      rules: [
        { field: 'species', operator: 'startsWith', value: 'oak' },
        { field: 'species', operator: '>=', value: '20' },
      ],
    },
  });
});

test('a computed field is not offered: rules know stored values only', async () => {
  const district = { name: 'district', type: 'text', schema: { type: 'liesIn', layer: 12 } };
  const { user, dialog } = await openLayer({
    geomStyle,
    layerFields: [{ name: 'species', type: 'text' }, district],
    ruleset: null,
  });
  const list = await dialog.findByRole('listbox', { name: 'Rules' });
  await user.click(within(list).getByRole('option', { name: 'oak' }));
  const conditions = within(await dialog.findByRole('group', { name: 'Conditions' }));
  await user.click(conditions.getByRole('combobox', { name: 'Field' }));
  await dialog.findAllByRole('option', { name: 'species', hidden: true });
  expect(dialog.queryByRole('option', { name: 'district', hidden: true })).toBeNull();
});

test('a value with spaces can be typed, and selecting its field once more keeps the rule', async () => {
  const { user, dialog } = await openLayer({ geomStyle });
  const list = await dialog.findByRole('listbox', { name: 'Rules' });
  await user.click(within(list).getByRole('option', { name: 'oak' }));
  const conditions = within(await dialog.findByRole('group', { name: 'Conditions' }));
  const value = conditions.getByRole<HTMLInputElement>('textbox', { name: 'Value' });
  await user.clear(value);
  await user.type(value, 'red oak ');
  expect(value.value).toBe('red oak ');
  await user.click(conditions.getByRole('combobox', { name: 'Field' }));
  expect(value.value).toBe('red oak');
  const fields = await dialog.findAllByRole('option', { name: 'species', hidden: true });
  await user.click(fields.at(-1) ?? expect.fail());
  expect(within(list).getByRole('option', { selected: true }).textContent).toBe('red oak');
  expect(conditions.getByRole<HTMLInputElement>('textbox', { name: 'Value' }).value).toBe('red oak');
});
