// @vitest-environment jsdom
import { MantineProvider } from '@mantine/core';
import { useForm } from '@mantine/form';
import { cleanup, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { givePageABrowser } from '../../testing/browser.ts';
import { TrimmedTextInput } from './TrimmedTextInput.tsx';

beforeEach(givePageABrowser);
afterEach(cleanup);

function Form({ onSubmit }: { readonly onSubmit: (values: { name: string }) => void }) {
  const form = useForm({ initialValues: { name: '' } });
  return (
    <form onSubmit={form.onSubmit((values) => onSubmit(values))}>
      <TrimmedTextInput aria-label="Name" {...form.getInputProps('name')} />
      <button type="submit">Save</button>
    </form>
  );
}

const person = userEvent.setup();
const field = () => screen.getByRole<HTMLInputElement>('textbox');

test('DLG-07: a text input trims its value on blur, and not while one types', async () => {
  const onChange = vi.fn();
  render(
    <MantineProvider env="test">
      <TrimmedTextInput aria-label="Name" onChange={onChange} />
    </MantineProvider>,
  );
  await person.type(field(), '  two  words ');
  expect(field().value).toBe('  two  words ');
  await person.tab();
  expect(field().value).toBe('two  words');
  expect(onChange).toHaveBeenLastCalledWith('two  words');
});

test('DLG-07: in a form the trimmed value is the value', async () => {
  const onSubmit = vi.fn();
  render(
    <MantineProvider env="test">
      <Form onSubmit={onSubmit} />
    </MantineProvider>,
  );
  await person.type(field(), ' Oak ');
  await person.click(screen.getByRole('button', { name: 'Save' }));
  expect(onSubmit).toHaveBeenCalledWith({ name: 'Oak' });
});
