import { expect, test } from 'vitest';
import { WriteThrottle } from './WriteThrottle.ts';

function setUp() {
  const world = { now: 0, steps: 0, isUrgent: false };
  const throttle = new WriteThrottle({
    readSteps: async () => world.steps,
    isUrgent: () => world.isUrgent,
    now: () => world.now,
    sleep: async (ms) => {
      world.now += ms;
    },
  });
  /** Returns the milliseconds of rest after a part that took `workMs`. */
  const restAfter = async (workMs: number) => {
    world.now += workMs;
    const before = world.now;
    await throttle.rest();
    return world.now - before;
  };
  return { world, restAfter };
}

test('background work rests six times as long as it worked while objects are written, and no more when that ends', async () => {
  const { world, restAfter } = setUp();
  expect(await restAfter(100)).toBe(0);
  world.steps = 1;
  expect(await restAfter(100)).toBe(600);
  expect(await restAfter(100)).toBe(0);
  world.steps = 5;
  expect(await restAfter(4_000)).toBe(5_000);
});

test('work that a client waits for does not rest for writers', async () => {
  const { world, restAfter } = setUp();
  await restAfter(0);
  Object.assign(world, { steps: 1, isUrgent: true });
  expect(await restAfter(1_000)).toBe(0);
});
