import { cleanup, screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { fieldNames, layer, put, saveButton, startDialogWorld } from '../../../testing/treeNodeDialog.tsx';
import { closeTreeNodeDialog } from '../dialog/dialogState.ts';

vi.mock('../../../settings/index.ts', () => ({
  readSettings: vi.fn(() => ({ enableServerRendering: true })),
}));

const { server, saved, open, openLayer, sentBody } = startDialogWorld();

test('FIELD-02 FIELD-03 FIELD-04 FIELD-05 FIELD-06: a new field is text, and no field goes without a name', async () => {
  const { user, dialog } = await openLayer();
  await user.click(dialog.getByRole('button', { name: 'Add field' }));
  const added = fieldNames()[2] as HTMLInputElement;
  expect(dialog.getByRole('textbox', { name: 'Type of field 3' })).toMatchObject({
    value: 'text',
    disabled: true,
  });
  await user.click(saveButton());
  expect(await screen.findByText('Every layer field needs a name')).toBeTruthy();
  expect(dialog.getByText('Give the field a name')).toBeTruthy();
  expect(server.countOf(put)).toBe(0);
  await user.type(added, 'girth');
  await user.click(saveButton());
  await waitFor(() => expect(server.countOf(put)).toBe(1));
  expect((sentBody(put).layerFields as object[])[2]).toEqual({
    name: 'girth',
    type: 'text',
    oldValue: 'new_field',
  });
});

test('D-CLS-08: a name that ends rules and labels is refused before anything is sent; a stored one may stay', async () => {
  const { user, dialog } = await openLayer({ layerFields: [{ name: 'a=b', type: 'text' }], ruleset: null });
  await user.type(fieldNames()[0] as HTMLInputElement, '2');
  await user.click(saveButton());
  expect(await dialog.findByText('A field name cannot contain =, { or }, or begin with _')).toBeTruthy();
  expect(server.countOf(put)).toBe(0);
  await user.type(fieldNames()[0] as HTMLInputElement, '{Backspace}');
  await user.click(saveButton());
  await waitFor(() => expect(server.countOf(put)).toBe(1));
});

test('a field is moved with Alt and the arrows, which say its position and keep the focus', async () => {
  const { user, dialog } = await openLayer();
  dialog.getByRole('button', { name: 'Move species' }).focus();
  await user.keyboard('{Alt>}{ArrowUp}{ArrowDown}{ArrowDown}{/Alt}');
  expect(fieldNames().map(({ value }) => value)).toEqual(['height', 'species']);
  expect(dialog.getByText('species: position 2 of 2')).toBeTruthy();
  expect(document.activeElement?.getAttribute('aria-label')).toBe('Move species');
  await user.click(saveButton());
  await waitFor(() => expect(server.countOf(put)).toBe(1));
  expect(sentBody(put).layerFields).toMatchObject([{ name: 'height' }, { name: 'species' }]);
});

test('FIELD-01 LFLT-04 D-CLS-08: removing a field says how many objects lose a value, and takes its rules along', async () => {
  const { user, dialog } = await openLayer();
  expect(dialog.getByText('Removing a field deletes its values from all objects of the layer')).toBeTruthy();
  await user.click(dialog.getByRole('button', { name: 'Remove field species' }));
  expect(await dialog.findByText('7 objects hold a value in species.')).toBeTruthy();
  await user.click(saveButton());
  await waitFor(() => expect(server.countOf(put)).toBe(1));
  expect(sentBody(put).ruleset).toEqual({
    condition: 'or',
    rules: [{ field: 'height', operator: '=', value: '3' }],
  });
});

test('FIELD-09 FIELD-10 LFLT-05: renaming a field renames it in the filter at once', async () => {
  const { user, dialog } = await openLayer();
  const species = fieldNames()[0] as HTMLInputElement;
  await user.clear(species);
  await user.type(species, 'kind');
  await waitFor(() => expect(dialog.getAllByTitle('Field')[0]).toHaveProperty('value', 'kind'));
  await user.click(saveButton());
  await waitFor(() => expect(server.countOf(put)).toBe(1));
  expect((sentBody(put).layerFields as object[])[0]).toEqual({
    name: 'kind',
    type: 'text',
    oldValue: 'species',
  });
  expect(sentBody(put).ruleset).toMatchObject({ rules: [{ field: 'kind' }, { field: 'height' }] });
});

test('CLS-12 CLS-13 LFLT-01 LFLT-03: the filter has one level, and is not there without fields', async () => {
  const { user, dialog } = await openLayer({ ruleset: null });
  await user.click(dialog.getByRole('button', { name: /^Layer filter/ }));
  expect(await dialog.findByText('Without rules the layer shows all its objects.')).toBeTruthy();
  await user.click(dialog.getByRole('button', { name: /Add rule/ }));
  expect(dialog.queryByRole('button', { name: /group/i })).toBeNull();
  await user.type(dialog.getByTitle('Value'), 'oak');
  await user.click(saveButton());
  await waitFor(() => expect(server.countOf(put)).toBe(1));
  expect(sentBody(put).ruleset).toEqual({
    condition: 'and',
    rules: [{ field: 'species', operator: '=', value: 'oak' }],
  });

  cleanup();
  closeTreeNodeDialog();
  const bare = await openLayer({ layerFields: [], ruleset: null });
  expect(bare.dialog.queryByRole('button', { name: /^Layer filter/ })).toBeNull();
});

test('FIELD-07 FIELD-08 D-CLS-05: fields are locked in a duplicate and in a view', async () => {
  server.on('POST /api/v1/classifiers/1/11/duplicate', () => ({ status: 201, body: { ...layer, id: 12 } }));
  const { user, dialog } = await open({ kind: 'duplicate', what: 'layer', id: 11 });
  for (const input of fieldNames()) expect(input.disabled).toBe(true);
  expect(dialog.queryByRole('button', { name: 'Add field' })).toBeNull();
  const removers = dialog.getAllByRole<HTMLButtonElement>('button', { name: /^Remove field/ });
  expect(removers.map(({ disabled }) => disabled)).toEqual(fieldNames().map(() => true));
  await user.click(saveButton());
  await waitFor(() => expect(saved).toHaveBeenCalledWith(12));
  expect(sentBody('POST /api/v1/classifiers/1/11/duplicate')).not.toHaveProperty('layerFields');
  cleanup();
  closeTreeNodeDialog();
  await openLayer({ sourceId: 10 });
  for (const input of fieldNames()) expect(input.disabled).toBe(true);
});

test('FIELD-05 FIELD-06 CLS-19: a field without a name is reported together with the other mistakes', async () => {
  const { user, dialog } = await openLayer();
  await user.clear(dialog.getByRole('textbox', { name: /^Description/ }));
  await user.click(dialog.getByRole('button', { name: 'Add field' }));
  await user.click(saveButton());
  expect(await screen.findByText('Every layer field needs a name')).toBeTruthy();
  expect(dialog.getByText('Give the field a name')).toBeTruthy();
  expect(dialog.getByText('Enter a description')).toBeTruthy();
  expect(server.countOf(put)).toBe(0);
});

test('LFLT-01 LFLT-02 LFLT-06: rules are compared with = and !=, joined by and or or, and removed one by one', async () => {
  const { user, dialog } = await openLayer();
  await waitFor(() => expect(dialog.getAllByTitle('Value')).toHaveLength(2), { timeout: 20_000 });
  await user.click(dialog.getByTitle('How the rules are combined'));
  await user.click(await screen.findByRole('option', { name: 'and' }));
  expect(await dialog.findByText('Shows the objects that match all rules.')).toBeTruthy();
  await user.click(dialog.getAllByTitle('Comparison')[0] as HTMLElement);
  // Icons of the style panel are options too, and have no text.
  const offered = screen.getAllByRole('option').map(({ textContent }) => textContent);
  expect(offered.filter((text) => text !== '')).toEqual(['=', '!=']);
  await user.click(screen.getByRole('option', { name: '=' }));
  await user.click(dialog.getAllByTitle('Remove rule')[1] as HTMLElement);
  await user.click(saveButton());
  await waitFor(() => expect(server.countOf(put)).toBe(1));
  expect(sentBody(put).ruleset).toEqual({
    condition: 'and',
    rules: [{ field: 'species', operator: '=', value: 'oak' }],
  });
});

test('LFLT-02: more comparisons are offered once the user asks for them, with a value of their kind', async () => {
  const { user, dialog } = await openLayer();
  await waitFor(() => expect(dialog.getAllByTitle('Value')).toHaveLength(2), { timeout: 20_000 });
  await user.click(dialog.getAllByTitle('Remove rule')[1] as HTMLElement);
  await user.click(dialog.getByRole('button', { name: 'More comparisons' }));
  expect(dialog.queryByRole('button', { name: 'More comparisons' })).toBeNull();
  const compare = async (index: number, name: string) => {
    await user.click(dialog.getAllByTitle('Comparison')[index] as HTMLElement);
    await user.click(await screen.findByRole('option', { name }));
  };
  await compare(0, 'is one of');
  expect(dialog.getByRole<HTMLTextAreaElement>('textbox', { name: 'Value' }).value).toBe('');
  await user.type(dialog.getByRole('textbox', { name: 'Value' }), 'oak{Enter} elm ');
  await user.click(saveButton());
  await waitFor(() => expect(server.countOf(put)).toBe(1));
  expect((sentBody(put).ruleset as { rules: object[] }).rules).toEqual([
    { field: 'species', operator: 'in', value: 'oak\nelm' },
  ]);
});

test('LFLT-02 DLG-07: the end of a span that is typed first stays the end', async () => {
  const { user, dialog } = await openLayer();
  await waitFor(() => expect(dialog.getAllByTitle('Value')).toHaveLength(2), { timeout: 20_000 });
  await user.click(dialog.getByRole('button', { name: 'More comparisons' }));
  await user.click(dialog.getAllByTitle('Comparison')[0] as HTMLElement);
  await user.click(await screen.findByRole('option', { name: 'is between' }));
  await user.type(dialog.getByRole('textbox', { name: 'Value: To' }), ' 7 ');
  await user.tab();
  expect(dialog.getByRole('textbox', { name: 'Value: To' })).toHaveProperty('value', '7');
  expect(dialog.getByRole('textbox', { name: 'Value: From' })).toHaveProperty('value', '');
});

test('D-CLS-19: a field says what is expected of it: the kind, the choices and a help text', async () => {
  const { user, dialog } = await openLayer();
  await user.click(dialog.getByRole('button', { name: 'Input hint of species' }));
  await user.click(await screen.findByRole('combobox', { name: 'Expected value' }));
  await user.click(await screen.findByRole('option', { name: 'One of a list' }));
  await user.type(screen.getByRole('combobox', { name: 'Choices' }), 'oak{Enter}elm{Enter}');
  await user.type(screen.getByRole('textbox', { name: 'Help text' }), 'As planted');
  await user.keyboard('{Escape}');
  await user.click(saveButton());
  await waitFor(() => expect(server.countOf(put)).toBe(1));
  expect((sentBody(put).layerFields as object[])[0]).toEqual({
    name: 'species',
    type: 'text',
    oldValue: '',
    hint: { kind: 'choices', choices: ['oak', 'elm'], help: 'As planted' },
  });
});
