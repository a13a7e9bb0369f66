import { createRootRoute, createRouter, RouterContextProvider } from '@tanstack/react-router';
import { cleanup, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { ApiError } from '../../api/index.ts';
import { renderOnMap } from '../../testing/renderOnMap.tsx';
import { FailureScreen } from './FailureScreen.tsx';

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

async function renderFailure(error: Error) {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  const router = createRouter({ routeTree: createRootRoute() });
  const [reset, invalidate] = [vi.fn(), vi.spyOn(router, 'invalidate').mockResolvedValue()];
  await renderOnMap(
    <RouterContextProvider router={router as never}>
      <FailureScreen error={error} reset={reset} />
    </RouterContextProvider>,
  );
  return { reset, invalidate };
}

test('a page that failed is reported, and "Try again" renders it and reads its data once more', async () => {
  const error = new Error('broken');
  const { reset, invalidate } = await renderFailure(error);
  expect(console.error).toHaveBeenCalledExactlyOnceWith('A page could not be shown', error);
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('This page could not be shown');
  expect(screen.queryByText(/Request/)).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect([reset.mock.calls.length, invalidate.mock.calls.length]).toEqual([1, 1]);
});

test('an answer of the server that failed is told in its words, with the number of the request if it has one', async () => {
  await renderFailure(new ApiError({ code: 'NOT_FOUND', status: 404, requestId: 'req-7' }));
  expect(screen.getByText(/req-7/)).toBeTruthy();
  cleanup();
  await renderFailure(new ApiError({ code: 'NOT_FOUND', status: 404 }));
  expect(document.querySelector('[class*="small"]')).toBeNull();
});
