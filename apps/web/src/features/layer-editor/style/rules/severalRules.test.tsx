import { fireEvent, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { put, saveButton, startDialogWorld } from '../../../../testing/treeNodeDialog.tsx';

vi.mock('../../../../settings/index.ts', () => ({
  readSettings: vi.fn(() => ({ enableServerRendering: true })),
}));

const { openLayer, sentBody } = startDialogWorld();

const geomStyle = JSON.stringify({
  labelRules: [
    { rule: 'data.species=oak', lineWidth: 3, lineStyle: 'dashed' },
    { rule: 'data.species=ash', lineWidth: 3 },
    { rule: 'data.species=elm', lineWidth: 5 },
  ],
});

async function openRules() {
  const { user, dialog } = await openLayer({ geomStyle });
  const list = await dialog.findByRole('listbox', { name: 'Rules' });
  const rule = (name: string) => within(list).getByRole('option', { name });
  const selected = () =>
    within(list)
      .getAllByRole('option', { selected: true })
      .map(({ textContent }) => textContent);
  await user.click(dialog.getByRole('tab', { name: 'Contour line' }));
  const width = () => dialog.getByLabelText<HTMLInputElement>(/^Thickness/);
  return { user, dialog, list, rule, selected, width };
}
const savedWidths = async () => {
  const body = await waitFor(() => sentBody(put) ?? expect.fail('nothing was saved'));
  const { labelRules } = JSON.parse(String(body.geomStyle)) as { labelRules: { lineWidth?: number }[] };
  return labelRules.map(({ lineWidth }) => lineWidth);
};

test('Ctrl selects one more rule, Shift all between; what they differ in is mixed, a change is made in all', async () => {
  const { user, dialog, rule, selected, width } = await openRules();
  await user.click(rule('oak'));
  fireEvent.click(rule('elm'), { ctrlKey: true });
  expect(selected()).toEqual(['oak', 'elm']);
  expect(dialog.getByText('2 rules are selected: a change is made in all of them.')).toBeTruthy();
  expect(dialog.queryByRole('group', { name: 'Legend name' })).toBeNull();
  expect([width().value, width().placeholder]).toEqual(['', 'Mixed']);
  expect(dialog.getByLabelText('Thickness (mixed)')).toBe(width());
  fireEvent.click(rule('ash'), { ctrlKey: true });
  fireEvent.click(rule('ash'), { ctrlKey: true });
  expect(selected()).toEqual(['oak', 'elm']);

  await user.click(rule('oak'));
  expect(width().value).toBe('3 px');
  fireEvent.click(rule('elm'), { shiftKey: true });
  expect(selected()).toEqual(['oak', 'ash', 'elm']);
  await user.type(width(), '7');
  expect(width().value).toBe('7 px');
  await user.click(saveButton());
  expect(await savedWidths()).toEqual([7, 7, 7, undefined]);
});

test('the keys select as the pointer does: arrows with Shift, and all with Ctrl A', async () => {
  const { list, rule, selected, user } = await openRules();
  await user.click(rule('ash'));
  list.focus();
  fireEvent.keyDown(list, { key: 'ArrowDown', shiftKey: true });
  expect(selected()).toEqual(['ash', 'elm']);
  // Back beyond the rule at which the selection began.
  fireEvent.keyDown(list, { key: 'ArrowUp', shiftKey: true });
  fireEvent.keyDown(list, { key: 'ArrowUp', shiftKey: true });
  expect(selected()).toEqual(['oak', 'ash']);
  fireEvent.keyDown(list, { key: 'ArrowDown' });
  expect(selected()).toEqual(['ash']);
  fireEvent.keyDown(list, { key: 'a', ctrlKey: true });
  expect(selected()).toEqual(['Default', 'oak', 'ash', 'elm']);
});

test('RULE-08: all selected rules are deleted at once', async () => {
  const { dialog, rule, selected, user } = await openRules();
  await user.click(rule('oak'));
  fireEvent.click(rule('ash'), { shiftKey: true });
  await user.click(dialog.getByRole('button', { name: 'Delete 2 rules' }));
  expect(selected()).toEqual(['Default']);
  await user.click(saveButton());
  expect(await savedWidths()).toEqual([5, undefined]);
});
