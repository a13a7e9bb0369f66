// @vitest-environment jsdom
import { MantineProvider, Menu } from '@mantine/core';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { Activity, type ReactNode } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { givePageABrowser } from '../../testing/browser.ts';
import { speakEnglish } from '../../testing/speakEnglish.ts';
import { ToastHost } from '../toasts/index.ts';
import { closeToast, visibleToasts } from '../toasts/toasts.ts';
import { lazyPopover, type OpenedPopoverProps, Tooltip, TooltipHost } from './index.ts';
import { OpenedMenu } from './OpenedMenu.tsx';

beforeEach(async () => {
  givePageABrowser();
  await speakEnglish();
  for (const { id } of visibleToasts.get()) closeToast(id);
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const show = (content: ReactNode) =>
  act(async () =>
    render(
      <MantineProvider env="test">
        {content}
        <TooltipHost />
        <ToastHost />
      </MantineProvider>,
    ),
  );

const OpenedActions = ({ button }: OpenedPopoverProps) => (
  <OpenedMenu button={button}>
    <Menu.Item>Rename</Menu.Item>
  </OpenedMenu>
);

test('a tooltip shows while the mouse rests on its element, and goes when it is pressed or left', async () => {
  await show(
    <>
      <Tooltip label="Zoom in">
        <button type="button">+</button>
      </Tooltip>
      <Tooltip label="Never" disabled>
        <button type="button">-</button>
      </Tooltip>
    </>,
  );
  const plus = screen.getByRole('button', { name: '+' });
  fireEvent.pointerOver(plus, { pointerType: 'mouse' });
  expect(screen.queryByRole('tooltip')).toBeNull();
  expect((await screen.findByRole('tooltip')).textContent).toBe('Zoom in');
  fireEvent.pointerDown(plus);
  expect(screen.queryByRole('tooltip')).toBeNull();
  vi.useFakeTimers();
  fireEvent.pointerOver(screen.getByRole('button', { name: '-' }), { pointerType: 'mouse' });
  // A finger rests on nothing.
  fireEvent.pointerOver(plus, { pointerType: 'touch' });
  await act(() => vi.advanceTimersByTimeAsync(2_000));
  expect(screen.queryByRole('tooltip')).toBeNull();
});

test('a menu loads when its button is pressed, opens, and gives the focus back to the button', async () => {
  const load = vi.fn(async () => ({ default: OpenedActions }));
  const Actions = lazyPopover('menu', load);
  await show(<Actions button={<button type="button">Actions</button>} />);
  const button = () => screen.getByRole('button', { name: 'Actions' });
  expect(load).not.toHaveBeenCalled();
  expect(button().getAttribute('aria-haspopup')).toBe('menu');
  const user = userEvent.setup();
  await user.click(button());
  expect(await screen.findByRole('menuitem', { name: 'Rename' })).toBeTruthy();
  expect(button().getAttribute('aria-expanded')).toBe('true');
  await user.keyboard('{Escape}');
  await vi.waitFor(() => expect(screen.queryByRole('menu')).toBeNull());
  await vi.waitFor(() => expect(document.activeElement).toBe(button()));
});

test('a menu that cannot be loaded says so and leaves its button, which tries again', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('fetch failed')));
  const load = vi.fn<() => Promise<{ default: typeof OpenedActions }>>();
  load.mockRejectedValueOnce(new TypeError('no network')).mockRejectedValueOnce(new TypeError('no network'));
  load.mockResolvedValue({ default: OpenedActions });
  const Actions = lazyPopover('menu', load);
  await show(<Actions button={<button type="button">Actions</button>} />);
  fireEvent.click(screen.getByRole('button', { name: 'Actions' }));
  await vi.waitFor(() => expect(load).toHaveBeenCalled());
  expect((await screen.findByRole('alert')).textContent).toContain('The server cannot be reached');
  for (const _ of [1, 2]) {
    fireEvent.click(screen.getByRole('button', { name: 'Actions' }));
    await act(async () => {});
  }
  expect(await screen.findByRole('menuitem', { name: 'Rename' })).toBeTruthy();
  vi.unstubAllGlobals();
});

test('a popover that was closed stays closed when its tab is shown again', async () => {
  const Actions = lazyPopover('menu', async () => ({ default: OpenedActions }));
  const content = (mode: 'visible' | 'hidden') => (
    <MantineProvider env="test">
      <Activity mode={mode}>
        <Actions button={<button type="button">Actions</button>} />
      </Activity>
    </MantineProvider>
  );
  const view = render(content('visible'));
  const user = userEvent.setup();
  await user.click(screen.getByRole('button', { name: 'Actions' }));
  await screen.findByRole('menu');
  await user.keyboard('{Escape}');
  await vi.waitFor(() => expect(screen.queryByRole('menu')).toBeNull());
  for (const mode of ['hidden', 'visible'] as const) await act(async () => view.rerender(content(mode)));
  expect(screen.queryByRole('menu')).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Actions' }));
  expect(await screen.findByRole('menu')).toBeTruthy();
});
