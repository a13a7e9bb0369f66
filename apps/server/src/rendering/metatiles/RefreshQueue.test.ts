import { expect, test, vi } from 'vitest';
import { RefreshQueue } from './RefreshQueue.ts';

function setUp({ limit, maxWaiting = 9 }: { readonly limit: number; readonly maxWaiting?: number }) {
  const begun: { item: string; finish: () => void; fail: (error: Error) => void }[] = [];
  const onError = vi.fn();
  const render = (item: string) =>
    new Promise<void>((finish, fail) => {
      begun.push({ item, finish, fail });
    });
  const queue = new RefreshQueue<string>({ render, onError, limit, maxWaiting });
  return { queue, begun, onError, items: () => begun.map(({ item }) => item) };
}

test('what is added again while it waits is rendered once, in its newest form, the newest first, and few at once', async () => {
  const { queue, begun, items } = setUp({ limit: 2 });
  for (const name of ['a', 'b', 'c', 'd']) void queue.add(name, `${name}1`);
  const isRendered = vi.fn();
  void queue.add('c', 'c2').then(isRendered);
  expect(items()).toEqual(['a1', 'b1']);
  void queue.add('a', 'a2');
  begun[0]?.finish();
  begun[1]?.finish();
  await vi.waitFor(() => expect(items()).toEqual(['a1', 'b1', 'a2', 'c2']));
  expect(isRendered).not.toHaveBeenCalled();
  begun[3]?.finish();
  await vi.waitFor(() => expect(isRendered).toHaveBeenCalled());
  await vi.waitFor(() => expect(items().at(-1)).toBe('d1'));
});

test('a failure is reported and does not keep the others; after the end nothing begins', async () => {
  const { queue, begun, onError, items } = setUp({ limit: 1 });
  const [a, b] = ['a', 'b', 'c'].map((name) => queue.add(name, name));
  begun[0]?.fail(new Error('broken'));
  await vi.waitFor(() => expect(items()).toEqual(['a', 'c']));
  expect(onError).toHaveBeenCalledWith(new Error('broken'));
  await a;
  const stopped = queue.stop();
  await queue.add('d', 'd');
  await b;
  begun[1]?.finish();
  await stopped;
  expect(items()).toEqual(['a', 'c']);
});

test('an image that is being rendered takes no second place', async () => {
  const { queue, begun, items } = setUp({ limit: 2 });
  for (const item of ['a1', 'b', 'a2']) void queue.add(item[0] as string, item);
  begun[1]?.finish();
  await new Promise((resolve) => setImmediate(resolve));
  expect(items()).toEqual(['a1', 'b']);
  begun[0]?.finish();
  await vi.waitFor(() => expect(items()).toEqual(['a1', 'b', 'a2']));
});

test('beyond the limit the oldest is dropped, and nobody waits for it', async () => {
  const { queue, begun, items } = setUp({ limit: 1, maxWaiting: 1 });
  void queue.add('a', 'a');
  const dropped = queue.add('b', 'b');
  void queue.add('c', 'c');
  await dropped;
  begun[0]?.finish();
  await vi.waitFor(() => expect(items()).toEqual(['a', 'c']));
});
