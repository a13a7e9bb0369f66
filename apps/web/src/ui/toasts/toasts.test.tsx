// @vitest-environment jsdom
import { MantineProvider } from '@mantine/core';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { givePageABrowser } from '../../testing/browser.ts';
import { speakEnglish } from '../../testing/speakEnglish.ts';
import { retireToasts, showToast, type Toast, ToastHost } from './index.ts';
import { closeToast, visibleToasts } from './toasts.ts';

beforeEach(async () => {
  givePageABrowser();
  await speakEnglish();
  vi.useFakeTimers();
  for (const { id } of visibleToasts.get()) closeToast(id);
  render(
    <MantineProvider env="test">
      <ToastHost />
    </MantineProvider>,
  );
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const show = (toast: Toast) => act(() => void showToast(toast));
const pass = (ms: number) => act(() => vi.advanceTimersByTime(ms));
const isThere = (message: string) => screen.queryByText(message) !== null;

test('DLG-05: a toast has a close button', () => {
  show({ kind: 'success', message: 'Saved' });
  fireEvent.click(screen.getByRole('button', { name: 'Close the notification' }));
  expect(isThere('Saved')).toBe(false);
});

test('toasts stand in a live region, errors are alerts', () => {
  show({ kind: 'success', message: 'Saved' });
  show({ kind: 'error', message: 'Lost' });
  const region = screen.getByRole('region', { name: 'Notifications' });
  expect(region.getAttribute('aria-live')).toBe('polite');
  expect(region.textContent).toBe('LostSaved');
  expect(screen.getByRole('alert').textContent).toBe('Lost');
});

test('a toast with a link stays longer, and following the link closes it', () => {
  show({ message: 'Deleted', link: { label: 'Recently changed', href: '#/en/admin/changes' } });
  pass(6_000);
  fireEvent.click(screen.getByRole('link', { name: 'Recently changed' }));
  expect(isThere('Deleted')).toBe(false);
});

test('an action acts and closes', () => {
  const onAct = vi.fn();
  show({ message: 'Deleted', action: { label: 'Undo', onAct } });
  fireEvent.click(screen.getByRole('button', { name: 'Undo' }));
  expect(onAct).toHaveBeenCalledTimes(1);
  expect(isThere('Deleted')).toBe(false);
});

test('toasts go by themselves, those with an action later, and not while pointed at', () => {
  show({ message: 'Saved' });
  show({ message: 'Deleted', action: { label: 'Undo', onAct: () => {} } });
  pass(5_000);
  expect([isThere('Saved'), isThere('Deleted')]).toEqual([false, true]);
  const card = screen.getByText('Deleted').parentElement as HTMLElement;
  fireEvent.pointerEnter(card);
  pass(60_000);
  expect(isThere('Deleted')).toBe(true);
  fireEvent.pointerLeave(card);
  pass(12_000);
  expect(isThere('Deleted')).toBe(false);
});

test('at most four are shown at once, the newest on top', () => {
  for (const message of ['a', 'b', 'c', 'd', 'e']) show({ message });
  expect(screen.getByRole('region').textContent).toBe('edcb');
});

test('the same message is shown once, on top', () => {
  const refused: Toast = { kind: 'error', message: 'Too large' };
  for (const toast of [refused, { message: 'Saved' }, refused, refused]) show(toast);
  expect(screen.getByRole('region').textContent).toBe('Too largeSaved');
});

test('two messages with an action stay two', () => {
  for (const onAct of [vi.fn(), vi.fn()]) show({ message: 'Deleted', action: { label: 'Undo', onAct } });
  expect(screen.getAllByText('Deleted')).toHaveLength(2);
});

test('a newer toast about a thing replaces the older one, and a change of the thing closes it', () => {
  show({ message: 'Moved', subject: 'object 1', action: { label: 'Undo', onAct: () => {} } });
  show({ message: 'Other', subject: 'object 2' });
  show({ kind: 'error', message: 'Not saved', subject: 'object 1' });
  expect(screen.getByRole('region').textContent).toBe('Not savedOther');
  act(() => retireToasts('object 1'));
  expect(screen.getByRole('region').textContent).toBe('Other');
});
