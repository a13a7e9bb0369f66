import { expect, test } from 'vitest';
import { ViewHistory } from './ViewHistory.ts';

const view = (x: number, zoom = 10) => ({ center: [x, 7_000_000], zoom }) as const;

/** Goes back through the whole history; returns the centres of the views. */
function goBackToTheEnd(history: ViewHistory): number[] {
  const xs: number[] = [];
  for (let back = history.goBack(); back !== undefined; back = history.goBack()) {
    xs.push(back.center[0]);
    // The map says where it stands after every move, also after this one.
    history.remember(back);
  }
  return xs;
}

test('VIEW-02: the last 5 views are remembered', () => {
  const history = new ViewHistory();
  for (const x of [1, 2, 3, 4, 5, 6, 7]) history.remember(view(x));
  expect(goBackToTheEnd(history)).toEqual([6, 5, 4, 3]);
});

test('VIEW-03: going back needs at least 2 views, and goes back one', () => {
  const history = new ViewHistory();
  expect([history.canGoBack.get(), history.goBack()]).toEqual([false, undefined]);
  history.remember(view(1));
  expect([history.canGoBack.get(), history.goBack()]).toEqual([false, undefined]);
  history.remember(view(2));
  expect(history.canGoBack.get()).toBe(true);
  expect(history.goBack()).toEqual(view(1));
  expect(history.canGoBack.get()).toBe(false);
});

test('a move that ends where it began is no other view; another zoom is', () => {
  const history = new ViewHistory();
  history.remember(view(1));
  history.remember(view(1.000_01));
  expect(history.canGoBack.get()).toBe(false);
  history.remember(view(1, 11));
  expect(history.goBack()).toEqual(view(1));
});

test('moving on after going back keeps what came before', () => {
  const history = new ViewHistory();
  for (const x of [1, 2, 3]) history.remember(view(x));
  history.goBack();
  history.remember(view(9));
  expect(goBackToTheEnd(history)).toEqual([2, 1]);
});
