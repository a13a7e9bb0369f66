import { screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { put, saveButton, startDialogWorld } from '../../../../testing/treeNodeDialog.tsx';

vi.mock('../../../../settings/index.ts', () => ({
  readSettings: vi.fn(() => ({ enableServerRendering: true })),
}));

const { server, openLayer, sentBody } = startDialogWorld();

const step = (value: number, count: number) => ({ from: value, to: value, count, sum: value * count });
const heights = {
  ...{ objects: 12, empty: 1, distinct: 5, values: [{ value: 'tall', count: 1 }] },
  numbers: [step(0, 3), step(6, 4), step(78, 3)],
};

async function openSizes(geomStyle = '') {
  server.on('GET /api/v1/classifiers/11/field-values', () => ({ body: heights }));
  const { user, dialog } = await openLayer({ geomStyle });
  await user.click(await dialog.findByText('Size by value'));
  const panel = within(await dialog.findByRole('region', { name: 'Size by value' }));
  return { user, dialog, panel };
}
const savedStyle = async () => {
  const body = await waitFor(() => sentBody(put) ?? expect.fail('nothing was saved'));
  return JSON.parse(String(body.geomStyle)) as Record<string, unknown>;
};

test('a field brings the range of its numbers; what is set stands at the top of the style', async () => {
  const { user, panel } = await openSizes('{"labelRules":[{"rule":"data.species=oak","lineWidth":3}]}');
  await user.click(panel.getByRole('switch', { name: /^Size by value/ }));
  await user.click(panel.getByRole('combobox', { name: 'Field' }));
  await user.click(await screen.findByRole('option', { name: 'height' }));
  expect((await panel.findByText(/^0 to 78, median 6/)).textContent).toContain('2 objects without a number.');
  await waitFor(() => expect(panel.getByLabelText<HTMLInputElement>('Value up to').value).toBe('80'));
  expect(await panel.findByRole('heading', { name: 'Legend: height' })).toBeTruthy();
  await user.click(panel.getByText('Logarithmic'));
  await user.clear(panel.getByLabelText('Largest'));
  await user.type(panel.getByLabelText('Largest'), '30');
  await user.click(panel.getByRole('combobox', { name: 'Lines' }));
  await user.click(await screen.findByRole('option', { name: 'Width by value' }));
  expect(panel.getByLabelText('Thickest line')).toBeTruthy();
  await user.click(saveButton());
  const { labelRules, ...top } = await savedStyle();
  expect(top).toMatchObject({
    ...{ sizeField: 'height', sizeScale: 'log', sizeFrom: 0, sizeTo: 80, sizeMax: 30, sizeLines: true },
  });
  expect(JSON.stringify(labelRules)).not.toContain('size');
});

test('sizes that end before they begin are marked where they are edited, whatever part of the style is open', async () => {
  const { user, dialog, panel } = await openSizes('{"sizeField":"height","sizeFrom":5,"sizeTo":80}');
  await user.clear(panel.getByLabelText('Value up to'));
  await user.type(panel.getByLabelText('Value up to'), '3');
  await user.click(dialog.getByText('Rules', { selector: '.mantine-SegmentedControl-innerLabel' }));
  await user.click(saveButton());
  expect(
    (await dialog.findByText('Enter a number that is not below 5')).closest('.mantine-InputWrapper-root'),
  ).toBe(dialog.getByLabelText('Value up to').closest('.mantine-InputWrapper-root'));
  expect(sentBody(put)).toBeUndefined();
});

test('switched off, no field sets the sizes, and the rest waits to be switched on again', async () => {
  const { user, panel } = await openSizes('{"sizeField":"height","sizeMax":30}');
  await user.click(panel.getByRole('switch', { name: /^Size by value/ }));
  expect(panel.queryByRole('combobox', { name: 'Field' })).toBeNull();
  await user.click(saveButton());
  expect(await savedStyle()).toMatchObject({ sizeField: '', sizeMax: 30 });
});
