// @vitest-environment jsdom
import { limits } from '@pgis/contract';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

beforeEach(() => {
  vi.resetModules();
  vi.useFakeTimers({ toFake: ['performance'] });
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

test('an image may be some seconds old, but never older than the change of this user', async () => {
  const { acceptedAgeS } = await import('./ownChanges.ts');
  const { reloadLayers, removeDeletedObject } = await import('./mapChanges.ts');
  expect(acceptedAgeS()).toBe(limits.image.maxAgeS);
  for (const change of [() => reloadLayers([7]), () => removeDeletedObject(7)]) {
    change();
    expect(acceptedAgeS()).toBe(0);
    vi.advanceTimersByTime(2_900);
    expect(acceptedAgeS()).toBe(2);
    vi.advanceTimersByTime(60_000);
    expect(acceptedAgeS()).toBe(limits.image.maxAgeS);
  }
});

test('after the page is reloaded, an image is not older than the page', async () => {
  vi.spyOn(performance, 'getEntriesByType').mockReturnValue([
    { type: 'reload' } as PerformanceNavigationTiming,
  ]);
  const { acceptedAgeS } = await import('./ownChanges.ts');
  expect(acceptedAgeS()).toBe(Math.min(limits.image.maxAgeS, Math.floor(performance.now() / 1_000)));
  expect(acceptedAgeS()).toBeLessThan(limits.image.maxAgeS);
});
