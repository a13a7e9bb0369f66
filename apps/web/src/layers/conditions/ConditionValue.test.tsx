import type { FieldSchema } from '@pgis/contract';
import { cleanup, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { type ComponentProps, useState } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { renderOnMap } from '../../testing/renderOnMap.tsx';
import { ConditionValue } from './ConditionValue.tsx';

const species: FieldSchema = { type: 'list', values: [{ value: 'oak' }, { value: 'elm' }] };
afterEach(cleanup);

type Condition = ComponentProps<typeof ConditionValue>['condition'];

interface HeldProps {
  readonly condition: Condition;
  readonly schema: FieldSchema;
  readonly onChange: (value: string) => void;
}

/** Holds the value as a form would. */
function Held({ condition, schema, onChange }: HeldProps) {
  const [value, setValue] = useState(condition.value);
  const change = (next: string) => {
    onChange(next);
    setValue(next);
  };
  return (
    <ConditionValue
      label="Value"
      schema={schema}
      labelOf={(one) => one.toUpperCase()}
      condition={{ ...condition, value }}
      onChange={change}
    />
  );
}

async function show(condition: Condition, schema: FieldSchema) {
  const onChange = vi.fn();
  await renderOnMap(<Held {...{ condition, schema, onChange }} />);
  return { onChange, user: userEvent.setup() };
}
const input = (role: 'combobox' | 'textbox', name = 'Value') =>
  screen.getByRole<HTMLInputElement>(role, { name });

test('one value of a list is displayed by its name, changed, and kept when the list no longer has it', async () => {
  const { user, onChange } = await show({ operator: '=', value: 'ash' }, species);
  expect(input('combobox').value).toBe('ASH');
  await user.click(input('combobox'));
  expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual(['OAK', 'ELM', 'ASH']);
  await user.click(screen.getByRole('option', { name: 'ELM' }));
  expect(onChange).toHaveBeenLastCalledWith('elm');
  expect(input('combobox').value).toBe('ELM');
});

test('a value that is missing is an empty choice, and yes and no are words', async () => {
  const { user, onChange } = await show({ operator: '!=', value: '' }, { type: 'boolean' });
  expect(input('combobox').value).toBe('');
  await user.click(input('combobox'));
  await user.click(screen.getByRole('option', { name: 'No' }));
  expect(onChange).toHaveBeenLastCalledWith('false');
});

test('the two ends of a span are written one below the other', async () => {
  const { user, onChange } = await show({ operator: 'between', value: '1\n5' }, { type: 'integer' });
  await user.clear(input('textbox', 'Value: To'));
  await user.type(input('textbox', 'Value: To'), '9');
  expect(onChange).toHaveBeenLastCalledWith('1\n9');
  await user.clear(input('textbox', 'Value: From'));
  await user.type(input('textbox', 'Value: From'), '2');
  expect(onChange).toHaveBeenLastCalledWith('2\n9');
});

test('operators without a value have no input', async () => {
  await show({ operator: 'empty', value: '' }, species);
  expect(screen.queryByRole('combobox')).toBeNull();
  expect(screen.queryByRole('textbox')).toBeNull();
});
