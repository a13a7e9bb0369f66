import { expect, test, vi } from 'vitest';
import { setupScrollRestoration } from './build/resetScroll.ts';

type Router = Parameters<typeof setupScrollRestoration>[0];

test('a new page starts at its top, unless the navigation keeps the scroll position', () => {
  const scrollTo = vi.fn();
  vi.stubGlobal('window', { scrollTo });
  const listeners: (() => void)[] = [];
  const router = {
    _scroll: { n: true },
    subscribe: (_event: string, listener: () => void) => listeners.push(listener),
  };
  setupScrollRestoration(router as unknown as Router);
  setupScrollRestoration(router as unknown as Router);
  expect(listeners).toHaveLength(1);
  listeners[0]?.();
  expect(scrollTo).toHaveBeenCalledExactlyOnceWith({ top: 0, left: 0 });
  router._scroll.n = false;
  listeners[0]?.();
  expect(scrollTo).toHaveBeenCalledTimes(1);
  listeners[0]?.();
  expect(scrollTo).toHaveBeenCalledTimes(2);
  vi.unstubAllGlobals();
});
