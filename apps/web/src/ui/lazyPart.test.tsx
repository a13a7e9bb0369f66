// @vitest-environment jsdom
import { MantineProvider } from '@mantine/core';
import { act, cleanup, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { Suspense } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { givePageABrowser } from '../testing/browser.ts';
import { speakEnglish } from '../testing/speakEnglish.ts';
import { type LoadFailureProps, lazyPart } from './lazyPart.tsx';
import { ToastHost } from './toasts/index.ts';
import { closeToast, visibleToasts } from './toasts/toasts.ts';

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

const show = (Part: ReturnType<typeof lazyPart<Greeted>>) =>
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
