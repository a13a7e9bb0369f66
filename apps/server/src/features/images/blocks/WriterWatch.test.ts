import { expect, test } from 'vitest';
import { WriterWatch } from './WriterWatch.ts';

function setUp() {
  const world = { now: 0, steps: 0, isWanted: false };
  const watch = new WriterWatch({
    readSteps: async () => world.steps,
    isWanted: () => world.isWanted,
    now: () => world.now,
    sleep: async (ms) => {
      world.now += ms;
    },
  });
  /** How long it rests after a part of so many milliseconds. */
  const restAfter = async (workMs: number) => {
    world.now += workMs;
    const before = world.now;
    await watch.rest();
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

test('nobody who waits for a picture is kept waiting by those who write', async () => {
  const { world, restAfter } = setUp();
  await restAfter(0);
  Object.assign(world, { steps: 1, isWanted: true });
  expect(await restAfter(1_000)).toBe(0);
});
