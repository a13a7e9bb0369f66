// @vitest-environment jsdom
import { MantineProvider } from '@mantine/core';
import { act, cleanup, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { type ComponentType, Suspense } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { watchOnline } from '../../api/index.ts';
import { givePageABrowser } from '../../testing/browser.ts';
import { speakEnglish } from '../../testing/speakEnglish.ts';
import { ToastHost } from '../toasts/index.ts';
import { closeToast, visibleToasts } from '../toasts/toasts.ts';
import { LoadFailureNote, type LoadFailureProps, lazyDialog, lazyPart } from './index.ts';

beforeEach(async () => {
  givePageABrowser();
  await speakEnglish();
  for (const { id } of visibleToasts.get()) closeToast(id);
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('fetch failed')));
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

interface Greeted {
  readonly name: string;
}
const Greeting = ({ name }: Greeted) => <p>Hello {name}</p>;
const Failure = ({ onRetry }: LoadFailureProps) => (
  <button type="button" onClick={onRetry}>
    Once more
  </button>
);
const missing = new TypeError('Failed to fetch dynamically imported module: /assets/x.js');

const show = (Part: ComponentType<Greeted>) =>
  act(async () =>
    render(
      <MantineProvider env="test">
        <Suspense fallback={<p>Loading</p>}>
          <Part name="Ilze" />
        </Suspense>
        <p>The rest of the page</p>
        <ToastHost />
      </MantineProvider>,
    ),
  );

test('a part whose code cannot be loaded says so in plain words, and “Try again” loads it', async () => {
  const load = vi.fn().mockRejectedValueOnce(missing).mockResolvedValue({ default: Greeting });
  await show(lazyPart<Greeted>(load));
  expect((await screen.findByRole('alert')).textContent).toContain('The server cannot be reached');
  expect(screen.getByText('The rest of the page')).toBeTruthy();
  await userEvent.setup().click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('Hello Ilze')).toBeTruthy();
  expect(screen.queryByRole('alert')).toBeNull();
});

test('without a network “Try again” reports the failure again', async () => {
  const load = vi.fn().mockRejectedValue(missing);
  await show(lazyPart<Greeted>(load));
  await screen.findByRole('alert');
  await userEvent.setup().click(screen.getByRole('button', { name: 'Try again' }));
  await vi.waitFor(() => expect(load).toHaveBeenCalledTimes(2));
  expect(await screen.findByRole('alert')).toBeTruthy();
});

test('a part that failed loads again when it is opened again', async () => {
  const load = vi.fn().mockRejectedValueOnce(missing).mockResolvedValue({ default: Greeting });
  const Part = lazyPart<Greeted>(load, Failure);
  const { unmount } = await show(Part);
  expect(await screen.findByRole('button', { name: 'Once more' })).toBeTruthy();
  unmount();
  await show(Part);
  expect(await screen.findByText('Hello Ilze')).toBeTruthy();
});

test('a panel says in its own place that its content could not be loaded', async () => {
  const load = vi.fn().mockRejectedValueOnce(missing).mockResolvedValue({ default: Greeting });
  await show(lazyPart<Greeted>(load, LoadFailureNote));
  expect((await screen.findByRole('alert')).textContent).toContain('The server cannot be reached');
  expect(visibleToasts.get()).toEqual([]);
  await userEvent.setup().click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('Hello Ilze')).toBeTruthy();
});

test('what could not be loaded loads by itself when the server can be reached again', async () => {
  const leave = watchOnline();
  const load = vi.fn().mockRejectedValueOnce(missing).mockResolvedValue({ default: Greeting });
  await show(lazyPart<Greeted>(load));
  await screen.findByRole('alert');
  act(() => void window.dispatchEvent(new Event('online')));
  expect(await screen.findByText('Hello Ilze')).toBeTruthy();
  await vi.waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
  leave();
});

test('code that cannot be loaded while the network returns is loaded once more, without a new page', async () => {
  const load = vi
    .fn()
    .mockRejectedValueOnce(missing)
    .mockRejectedValueOnce(missing)
    .mockResolvedValue({ default: Greeting });
  vi.stubGlobal('fetch', () => Promise.resolve(new Response()));
  await show(lazyPart<Greeted>(load));
  await screen.findByRole('alert');
  await userEvent.setup().click(screen.getByRole('button', { name: 'Try again' }));
  expect((await screen.findByText('Hello Ilze')).isConnected).toBe(true);
  expect(load).toHaveBeenCalledTimes(3);
});

test('several parts report in one message, and its button loads all of them', async () => {
  const loads = [1, 2].map(() =>
    vi.fn().mockRejectedValueOnce(missing).mockResolvedValue({ default: Greeting }),
  );
  const [First, Second] = loads.map((load) => lazyPart<Greeted>(load));
  if (First === undefined || Second === undefined) throw new Error('two parts are needed');
  await show((props) => (
    <>
      <First {...props} />
      <Second {...props} />
    </>
  ));
  expect(await screen.findAllByRole('alert')).toHaveLength(1);
  await userEvent.setup().click(screen.getByRole('button', { name: 'Try again' }));
  await vi.waitFor(() => expect(screen.getAllByText('Hello Ilze')).toHaveLength(2));
});

test('a dialog whose message is dismissed is closed, so that its button opens it again', async () => {
  const onClose = vi.fn();
  const Part = lazyDialog<Greeted & { readonly onClose: () => void }>(vi.fn().mockRejectedValue(missing));
  await show((props) => <Part {...props} onClose={onClose} />);
  await screen.findByRole('alert');
  await userEvent.setup().click(screen.getByRole('button', { name: 'Close the notification' }));
  expect(onClose).toHaveBeenCalledTimes(1);
});

test('code that is loaded ahead of need is there at once; a failure ahead of need is not remembered', async () => {
  const load = vi.fn().mockRejectedValueOnce(missing).mockResolvedValue({ default: Greeting });
  const Part = lazyPart<Greeted>(load);
  await Part.preload();
  expect(visibleToasts.get()).toEqual([]);
  await show(Part);
  expect(await screen.findByText('Hello Ilze')).toBeTruthy();
});
