import { MantineProvider } from '@mantine/core';
import { cleanup, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { givePageABrowser } from '../../testing/browser.ts';
import { DecimalInput } from './DecimalInput.tsx';

beforeAll(givePageABrowser);
afterEach(cleanup);

const changed = vi.fn();

function Form({ start }: { readonly start: number | '' }) {
  const [value, setValue] = useState(start);
  return (
    <DecimalInput
      label="Width"
      value={value}
      onChange={(next) => {
        changed(next);
        setValue(next);
      }}
    />
  );
}

function show(start: number | '') {
  changed.mockReset();
  render(
    <MantineProvider>
      <Form start={start} />
    </MantineProvider>,
  );
  return screen.getByRole<HTMLInputElement>('textbox', { name: 'Width' });
}

test.each([
  ['12.5', 12.5],
  ['12,5', 12.5],
  ['0.05', 0.05],
  ['1.50', 1.5],
  ['-4', -4],
  ['7', 7],
])('%s, typed letter by letter, is %d', async (typed, number) => {
  const input = show('');
  await userEvent.setup().type(input, typed);
  expect(input.value).toBe(typed.replace(',', '.'));
  expect(changed).toHaveBeenLastCalledWith(number);
});

test('what is emptied is nothing, and what is half typed is a number when it is left', async () => {
  const input = show(3);
  const user = userEvent.setup();
  await user.clear(input);
  expect(changed).toHaveBeenLastCalledWith('');
  await user.type(input, '2.');
  await user.tab();
  expect([input.value, changed.mock.lastCall]).toEqual(['2', [2]]);
});
