import { expect, test, vi } from 'vitest';
import { RefreshQueue } from './RefreshQueue.ts';

function setUp(limit: number) {
  const begun: { item: string; finish: () => void; fail: (error: Error) => void }[] = [];
  const onError = vi.fn();
  const render = (item: string) =>
    new Promise<void>((finish, fail) => {
      begun.push({ item, finish, fail });
    });
  const queue = new RefreshQueue<string>({ render, onError, limit });
  return { queue, begun, onError, items: () => begun.map(({ item }) => item) };
}

test('what is added again while it waits is rendered once, in its newest form, and few at once', async () => {
  const { queue, begun, items } = setUp(2);
  for (const name of ['a', 'b', 'c', 'd']) void queue.add(name, `${name}1`);
  const isRendered = vi.fn();
  void queue.add('c', 'c2').then(isRendered);
  expect(items()).toEqual(['a1', 'b1']);
  void queue.add('a', 'a2');
  begun[0]?.finish();
  begun[1]?.finish();
  await vi.waitFor(() => expect(items()).toEqual(['a1', 'b1', 'c2', 'd1']));
  expect(isRendered).not.toHaveBeenCalled();
  begun[2]?.finish();
  await vi.waitFor(() => expect(isRendered).toHaveBeenCalled());
  await vi.waitFor(() => expect(items().at(-1)).toBe('a2'));
});

test('a failure is reported and does not keep the others; after the end nothing begins', async () => {
  const { queue, begun, onError, items } = setUp(1);
  const [a, , c] = ['a', 'b', 'c'].map((name) => queue.add(name, name));
  begun[0]?.fail(new Error('broken'));
  await vi.waitFor(() => expect(items()).toEqual(['a', 'b']));
  expect(onError).toHaveBeenCalledWith(new Error('broken'));
  await a;
  const stopped = queue.stop();
  await queue.add('d', 'd');
  await c;
  begun[1]?.finish();
  await stopped;
  expect(items()).toEqual(['a', 'b']);
});
