// @vitest-environment jsdom
import {
  createHashHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  RouterProvider,
} from '@tanstack/react-router';
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { useUnsavedForm } from '../../features/drawing/unsavedForm.ts';
import { renderOnMap } from '../../testing/renderOnMap.tsx';
import { useFormGuard } from './useFormGuard.ts';

let endHistory = (): void => {};
afterEach(() => {
  cleanup();
  endHistory();
});

function Screen({ isUnsaved }: { readonly isUnsaved: boolean }) {
  useFormGuard();
  useUnsavedForm(isUnsaved);
  return <p>The map</p>;
}

async function openForm(isUnsaved: boolean) {
  const root = createRootRoute({ component: Outlet });
  const start = createRoute({
    getParentRoute: () => root,
    path: '/start',
    component: () => <p>The start</p>,
  });
  const map = createRoute({
    getParentRoute: () => root,
    path: '/map',
    component: () => <Screen isUnsaved={isUnsaved} />,
  });
  window.location.hash = '#/start';
  const history = createHashHistory();
  endHistory = () => history.destroy();
  const router = createRouter({ routeTree: root.addChildren([start, map]), history });
  await renderOnMap(<RouterProvider router={router as never} />);
  await screen.findByText('The start');
  await act(() => router.navigate({ to: '/map' as never }));
  await screen.findByText('The map');
  return { router, back: () => act(() => history.back()) };
}

const question = () => screen.findByRole('dialog', { name: 'Not saved' });
const answer = (name: 'Yes' | 'No') => fireEvent.click(screen.getByRole('button', { name }));

test('going back asks before what was typed is lost', async () => {
  const { back } = await openForm(true);
  back();
  await question();
  answer('No');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(screen.getByText('The map')).toBeTruthy();
  back();
  await question();
  answer('Yes');
  expect(await screen.findByText('The start')).toBeTruthy();
});

test('with nothing typed it asks nothing', async () => {
  const { back } = await openForm(false);
  back();
  expect(await screen.findByText('The start')).toBeTruthy();
});

test('where the app itself leads, it asks nothing', async () => {
  const { router } = await openForm(true);
  await act(() => router.navigate({ to: '/start' as never }));
  expect(await screen.findByText('The start')).toBeTruthy();
});

test('closing the page asks, too', async () => {
  await openForm(true);
  const leaving = new Event('beforeunload', { cancelable: true });
  window.dispatchEvent(leaving);
  expect(leaving.defaultPrevented).toBe(true);
});
