// @vitest-environment jsdom
import { MantineProvider } from '@mantine/core';
import { cleanup, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { givePageABrowser } from '../../testing/browser.ts';
import { TrimmedTextarea } from './TrimmedTextarea.tsx';

beforeEach(givePageABrowser);
afterEach(cleanup);

function Field() {
  const [text, setText] = useState('');
  return <TrimmedTextarea aria-label="Text" value={text} onChange={setText} />;
}

test('DLG-07: a field of several lines trims its value on blur, and not while one types', async () => {
  const user = userEvent.setup();
  render(
    <MantineProvider env="test">
      <Field />
    </MantineProvider>,
  );
  const field = screen.getByRole<HTMLTextAreaElement>('textbox');
  await user.type(field, '  two{Enter}lines  ');
  expect(field.value).toBe('  two\nlines  ');
  await user.tab();
  expect(field.value).toBe('two\nlines');
});
