import { MantineProvider } from '@mantine/core';
import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import { type ReactNode, useState } from 'react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { givePageABrowser } from '../testing/browser.ts';
import { speakEnglish } from '../testing/speakEnglish.ts';
import { DialogFrame } from './DialogFrame.tsx';

let showForm = (_form: ReactNode): void => {};

/** A dialog whose form loads after it has opened. */
function LateDialog() {
  const [form, setForm] = useState<ReactNode>(null);
  showForm = setForm;
  return (
    <DialogFrame title="Add object" onClose={() => {}}>
      <input aria-label="Search" />
      {form}
    </DialogFrame>
  );
}

beforeEach(async () => {
  givePageABrowser();
  await speakEnglish();
  render(
    <MantineProvider env="test">
      <LateDialog />
    </MantineProvider>,
  );
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Close' })));
});
afterEach(cleanup);

const form = <input aria-label="Address" data-autofocus />;

test('a form that loads late gets the focus that the close button had', async () => {
  act(() => showForm(form));
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Address')));
});

test('a form that loads late does not take the focus from what the user types in', async () => {
  const search = screen.getByLabelText('Search');
  search.focus();
  act(() => showForm(form));
  await act(async () => {});
  expect(document.activeElement).toBe(search);
});
