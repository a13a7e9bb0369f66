// @vitest-environment jsdom
import { Drawer, MantineProvider } from '@mantine/core';
import { cleanup, render, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { givePageABrowser } from '../../testing/browser.ts';
import { speakEnglish } from '../../testing/speakEnglish.ts';
import { theme } from '../theme/theme.ts';
import { confirm, DialogHost, inform } from './index.ts';

beforeEach(async () => {
  givePageABrowser();
  await speakEnglish();
  render(
    <MantineProvider theme={theme} env="test">
      <DialogHost />
    </MantineProvider>,
  );
});
afterEach(cleanup);

const person = userEvent.setup();
const button = (name: string) => screen.getByRole('button', { name });
const ask = () => confirm({ title: 'Delete', message: 'Delete “Oak”?', isDestructive: true });

test('DLG-02: the confirmation dialog has a title, a message, Yes and No', async () => {
  const answer = ask();
  const dialog = within(await screen.findByRole('dialog', { name: 'Delete' }));
  expect(dialog.getByText('Delete “Oak”?')).toBeTruthy();
  expect(dialog.getByRole('button', { name: 'No' })).toBeTruthy();
  await person.click(dialog.getByRole('button', { name: 'Yes' }));
  await expect(answer).resolves.toBe(true);
  expect(screen.queryByRole('dialog')).toBeNull();
});

test.each(['No', 'Close'])('DLG-03: %s counts as No', async (name) => {
  const answer = ask();
  await screen.findByRole('dialog');
  await person.click(button(name));
  await expect(answer).resolves.toBe(false);
});

test('DLG-01: neither Escape nor a click outside closes a dialog', async () => {
  const answered = vi.fn();
  void ask().then(answered);
  await screen.findByRole('dialog');
  await person.keyboard('{Escape}');
  await person.click(document.querySelector('.mantine-Modal-overlay') as HTMLElement);
  await person.click(document.querySelector('.mantine-Modal-inner') as HTMLElement);
  expect(answered).not.toHaveBeenCalled();
  expect(screen.getByRole('dialog')).toBeTruthy();
  await person.click(button('No'));
});

test('DLG-01: neither Escape nor a click outside closes a drawer', async () => {
  const onClose = vi.fn();
  render(
    <MantineProvider theme={theme} env="test">
      <Drawer opened onClose={onClose} title="User">
        <input aria-label="Name" />
      </Drawer>
    </MantineProvider>,
  );
  await person.click(await screen.findByLabelText('Name'));
  await person.keyboard('{Escape}');
  await person.click(document.querySelector('.mantine-Drawer-overlay') as HTMLElement);
  expect(onClose).not.toHaveBeenCalled();
});

test('DLG-04: the information dialog has a message, extra lines and Ok', async () => {
  const read = inform({ message: 'Not all were imported', lines: ['Row 7', 'Row 9'] });
  const dialog = within(await screen.findByRole('dialog', { name: 'Information' }));
  expect(dialog.getByText('Not all were imported')).toBeTruthy();
  expect(dialog.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(['Row 7', 'Row 9']);
  await person.click(dialog.getByRole('button', { name: 'Ok' }));
  await expect(read).resolves.toBeUndefined();
});

test('DLG-04: without extra lines there is no list', async () => {
  void inform({ message: 'Done' });
  const dialog = within(await screen.findByRole('dialog'));
  expect(dialog.queryByRole('list')).toBeNull();
  await person.click(dialog.getByRole('button', { name: 'Ok' }));
});

test('dialogs wait for each other', async () => {
  const first = confirm({ message: 'First?' });
  const second = confirm({ message: 'Second?' });
  await screen.findByText('First?');
  expect(screen.queryByText('Second?')).toBeNull();
  await person.click(button('Yes'));
  await screen.findByText('Second?');
  await person.click(button('No'));
  expect(await Promise.all([first, second])).toEqual([true, false]);
});
