// @vitest-environment jsdom
import { MantineProvider } from '@mantine/core';
import { cleanup, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { givePageABrowser } from '../../testing/browser.ts';
import { speakEnglish } from '../../testing/speakEnglish.ts';
import { DatePicker } from './DatePicker.tsx';

beforeEach(async () => {
  givePageABrowser();
  await speakEnglish();
});
afterEach(cleanup);

const person = userEvent.setup();
const onChange = vi.fn();

function Field({ first }: { readonly first: string | null }) {
  const [value, setValue] = useState(first);
  const change = (next: string | null) => {
    setValue(next);
    onChange(next);
  };
  return <DatePicker label="From" value={value} onChange={change} />;
}

function show(first: string | null) {
  render(
    <MantineProvider env="test">
      <Field first={first} />
    </MantineProvider>,
  );
  return screen.getByRole<HTMLInputElement>('textbox', { name: 'From' });
}

test('DLG-06: a date is written dd.MM.yyyy', () => {
  expect(show('2026-03-05').value).toBe('05.03.2026');
});

test('DLG-06: a date can be typed', async () => {
  const field = show(null);
  await person.type(field, '31.12.2026');
  await person.tab();
  expect(onChange).toHaveBeenLastCalledWith('2026-12-31');
  expect(field.value).toBe('31.12.2026');
});

test('what is no date changes nothing', async () => {
  const field = show('2026-03-05');
  onChange.mockClear();
  await person.clear(field);
  await person.type(field, '31.02.2026');
  await person.tab();
  expect(onChange).not.toHaveBeenCalledWith(expect.stringContaining('2026-03-03'));
  expect(onChange).not.toHaveBeenCalledWith(expect.stringContaining('2026-02'));
  expect(screen.getByText('There is no date “31.02.2026”. Enter it as dd.mm.yyyy.')).toBeDefined();
  await person.clear(field);
  await person.type(field, '28.02.2026');
  await person.tab();
  expect(onChange).toHaveBeenLastCalledWith('2026-02-28');
  expect(screen.queryByText(/There is no date/)).toBeNull();
});

test('DLG-06: a date can be picked', async () => {
  const field = show('2026-03-05');
  await person.click(field);
  await person.click(await screen.findByRole('button', { name: /^19 / }));
  expect(onChange).toHaveBeenLastCalledWith('2026-03-19');
});
