import { expect, test } from 'vitest';
import { KeyedQueue } from './KeyedQueue.ts';

function gate() {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { opened: promise, open: resolve };
}

test('work with a key in common waits for its turn, other work does not', async () => {
  const queue = new KeyedQueue();
  const order: string[] = [];
  const first = gate();
  const running = [
    queue.run(['a', 'b'], async () => {
      await first.opened;
      order.push('first');
    }),
    queue.run(['b', 'c'], async () => void order.push('second')),
    queue.run(['c'], async () => void order.push('third')),
  ];
  await queue.run(['d'], async () => void order.push('apart'));
  first.open();
  await Promise.all(running);
  expect(order).toEqual(['apart', 'first', 'second', 'third']);
});

test('a failure is the caller’s and holds up nobody', async () => {
  const queue = new KeyedQueue();
  const failing = queue.run(['a'], async () => {
    throw new Error('broken');
  });
  const next = queue.run(['a'], async () => 'done');
  await expect(failing).rejects.toThrow('broken');
  expect(await next).toBe('done');
});
