import { type FieldSchema, fieldSchemaLimits } from '@pgis/contract';
import { screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { put, saveButton, startDialogWorld } from '../../../../testing/treeNodeDialog.tsx';
import { changeType, withProperty } from './changeType.ts';

vi.mock('../../../../settings/index.ts', () => ({
  readSettings: vi.fn(() => ({ enableServerRendering: true })),
}));

const { server, openLayer, sentBody } = startDialogWorld();
const check = 'POST /api/v1/classifiers/11/field-check';
const plain = { name: 'species', type: 'text', oldValue: '' };

test('a field gets a type and rules, and shows which values would not fit before it is saved', async () => {
  server.on(check, () => ({
    body: {
      objects: 12,
      misfits: 2,
      distinct: 2,
      values: [
        { value: 'wide', code: 'WRONG_FORMAT', count: 1, ids: [4294967297] },
        { value: '', code: 'REQUIRED', count: 1, ids: [4294967298] },
      ],
    },
  }));
  const { user, dialog } = await openLayer();
  await user.click(dialog.getByRole('button', { name: 'Rules of species' }));
  await user.click(dialog.getByRole('combobox', { name: 'Type of value' }));
  await user.click(await screen.findByRole('option', { name: 'Whole number' }));
  expect(dialog.getByRole('textbox', { name: 'Type of species' })).toHaveProperty('value', 'Whole number');
  expect(await dialog.findByText(/2 objects have values that do not fit/)).toBeTruthy();
  expect(dialog.getByRole('link', { name: '1-1' }).getAttribute('href')).toContain('object=4294967297');
  expect(dialog.getByText(/“no value”: 1/)).toBeTruthy();
  await user.type(dialog.getByRole('textbox', { name: 'From' }), '5');
  await user.type(dialog.getByRole('textbox', { name: 'Up to' }), '1');
  await user.click(saveButton());
  expect(await dialog.findByText(/lower than the start of the range/)).toBeTruthy();
  expect(server.countOf(put)).toBe(0);
  await user.type(dialog.getByRole('textbox', { name: 'Up to' }), '0');
  await user.click(dialog.getByRole('switch', { name: 'Required' }));
  await user.click(dialog.getByRole('combobox', { name: 'Show only if' }));
  await user.click(await screen.findByRole('option', { name: 'height' }));
  const cause = dialog.getByRole('textbox', { name: 'Show only if: Value' });
  expect(cause).toHaveProperty('maxLength', fieldSchemaLimits.conditionLength);
  await user.type(cause, '3');
  await user.click(saveButton());
  await waitFor(() => expect(server.countOf(put)).toBe(1));
  expect((sentBody(put).layerFields as object[])[0]).toEqual({
    ...plain,
    schema: {
      type: 'integer',
      min: '5',
      max: '10',
      required: true,
      showIf: { field: 'height', operator: '=', value: '3' },
    },
  });
});

test('the values of a list are lines; a field that becomes plain text loses its schema by name', async () => {
  server.on(check, () => ({ body: { objects: 12, misfits: 0, distinct: 0, values: [] } }));
  const schema: FieldSchema = { type: 'list', values: [{ value: 'oak', names: { lv: 'Ozols' } }] };
  const layerFields = [
    { name: 'species', type: 'text', schema },
    { name: 'height', type: 'text', schema: { type: 'integer' } },
  ];
  const { user, dialog } = await openLayer({ layerFields, ruleset: null });
  await user.click(dialog.getByRole('button', { name: 'Rules of species' }));
  await user.type(dialog.getByRole('textbox', { name: /^Values/ }), 's{Enter}ash{Enter}oaks');
  expect(await dialog.findByText('All values of the layer’s objects fit.')).toBeTruthy();
  await user.click(dialog.getByRole('button', { name: 'Rules of height' }));
  await user.click(dialog.getAllByRole('combobox', { name: 'Type of value' })[1] as HTMLElement);
  await user.click(await screen.findByRole('option', { name: 'Text without rules' }));
  await user.click(saveButton());
  await waitFor(() => expect(server.countOf(put)).toBe(1));
  expect(sentBody(put).layerFields).toEqual([
    {
      ...plain,
      schema: { type: 'list', values: [{ value: 'oaks', names: { lv: 'Ozols' } }, { value: 'ash' }] },
    },
    { name: 'height', type: 'text', oldValue: '', schema: null },
  ]);
});

test('another type keeps the properties that it has, too', () => {
  const number: FieldSchema = { type: 'integer', min: '1', unit: 'cm', required: true, default: '4' };
  expect(changeType(number, 'decimal')).toEqual({ type: 'decimal', min: '1', unit: 'cm', required: true });
  expect(changeType(number, 'date')).toEqual({ type: 'date', required: true });
  expect(changeType(null, 'boolean')).toEqual({ type: 'boolean', default: 'false' });
  expect(changeType(number, 'area')).toEqual({ type: 'area', unit: 'ha' });
  expect(changeType({ type: 'area', unit: 'ha' }, 'decimal')).toEqual({ type: 'decimal' });
  expect(withProperty(number, 'unit', '')).not.toHaveProperty('unit');
  expect(withProperty(number, 'unit', 'm').unit).toBe('m');
});
