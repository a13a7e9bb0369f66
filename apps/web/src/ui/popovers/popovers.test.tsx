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

test.each<[string, () => unknown]>([
  ['the mouse moves on', () => fireEvent.pointerOver(document.body, { pointerType: 'mouse' })],
  ['the mouse leaves the page', () => fireEvent.pointerLeave(document.documentElement)],
  ['a key is pressed', () => fireEvent.keyDown(document.body, { key: 'a' })],
])('a tooltip goes when %s, and shows again when the mouse comes back', async (_, leave) => {
  await show(
    <Tooltip label="Zoom in">
      <button type="button">+</button>
    </Tooltip>,
  );
  const enter = async () => {
    fireEvent.pointerOver(screen.getByRole('button'), { pointerType: 'mouse' });
    return (await screen.findByRole('tooltip')).textContent;
  };
  expect(await enter()).toBe('Zoom in');
  leave();
  expect(screen.queryByRole('tooltip')).toBeNull();
  fireEvent.pointerOver(document.body, { pointerType: 'mouse' });
  expect(await enter()).toBe('Zoom in');
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

test('while a menu loads its button keeps the focus; a menu that comes late opens over nothing else', async () => {
  const loads: ((part: { default: typeof OpenedActions }) => void)[] = [];
  const load = () => new Promise<{ default: typeof OpenedActions }>((resolve) => loads.push(resolve));
  const Actions = lazyPopover('menu', load);
  await show(
    <>
      <Actions button={<button type="button">Actions</button>} />
      <input aria-label="Name" />
    </>,
  );
  const user = userEvent.setup();
  const button = () => screen.getByRole('button', { name: 'Actions' });
  await user.click(button());
  expect(document.activeElement).toBe(button());
  await user.click(screen.getByRole('textbox'));
  await act(async () => {
    for (const resolve of loads) resolve({ default: OpenedActions });
  });
  await user.keyboard('typed');
  expect(screen.getByRole<HTMLInputElement>('textbox').value).toBe('typed');
  expect(screen.queryByRole('menu')).toBeNull();
  await user.click(button());
  expect(await screen.findByRole('menu')).toBeTruthy();
});

test('a button with a tooltip keeps its class and name as the target of a menu; another text describes it', async () => {
  const Actions = lazyPopover('menu', async () => ({ default: OpenedActions }));
  await show(
    <Actions
      button={
        <Tooltip label="What can be done">
          <button type="button" className="ours" aria-label="Actions">
            …
          </button>
        </Tooltip>
      }
    />,
  );
  const button = () => screen.getByRole('button', { name: 'Actions' });
  expect(button().getAttribute('aria-description')).toBe('What can be done');
  await userEvent.setup().click(button());
  await screen.findByRole('menu');
  expect(button().classList.contains('ours')).toBe(true);
});

test('a tooltip follows the text of its element, and goes with it', async () => {
  const content = (label: string | undefined) => (
    <MantineProvider env="test">
      {label && (
        <Tooltip label={label}>
          <button type="button">…</button>
        </Tooltip>
      )}
      <TooltipHost />
    </MantineProvider>
  );
  const view = render(content('Loading'));
  fireEvent.pointerOver(screen.getByRole('button'), { pointerType: 'mouse' });
  expect((await screen.findByRole('tooltip')).textContent).toBe('Loading');
  await act(async () => view.rerender(content('Loaded')));
  expect((await screen.findByRole('tooltip')).textContent).toBe('Loaded');
  await act(async () => view.rerender(content(undefined)));
  await vi.waitFor(() => expect(screen.queryByRole('tooltip')).toBeNull());
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
