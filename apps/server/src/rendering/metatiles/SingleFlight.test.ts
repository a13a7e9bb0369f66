import { expect, test, vi } from 'vitest';
import { SingleFlight } from './SingleFlight.ts';

function setUp() {
  const singleFlight = new SingleFlight<string>();
  const begun: { signal: AbortSignal; finish: (value: string) => void; fail: (error: Error) => void }[] = [];
  const begin = (signal: AbortSignal) =>
    new Promise<string>((finish, fail) => {
      begun.push({ signal, finish, fail });
      signal.addEventListener('abort', () => fail(signal.reason as Error));
    });
  const join = (name: string, stop = new AbortController(), version = 0) => ({
    stop,
    result: singleFlight.join({ name, version }, stop.signal, begin),
  });
  return { singleFlight, begun, join };
}
const abortReason = new Error('gone');

test('those who want the same wait for the same work', async () => {
  const { begun, join } = setUp();
  const [a, b, other] = [join('a'), join('a'), join('b')];
  expect(begun).toHaveLength(2);
  begun[0]?.finish('done');
  begun[1]?.finish('else');
  expect(await Promise.all([a.result, b.result, other.result])).toEqual(['done', 'done', 'else']);
  join('a');
  expect(begun).toHaveLength(3);
});

test('who leaves is let go at once, and the work goes on for the others', async () => {
  const { begun, join } = setUp();
  const [a, b] = [join('a'), join('a')];
  a.stop.abort(abortReason);
  await expect(a.result).rejects.toBe(abortReason);
  expect(begun[0]?.signal.aborted).toBe(false);
  begun[0]?.finish('done');
  expect(await b.result).toBe('done');
});

test('when all clients have left the work is stopped, and the next one begins again', async () => {
  const { singleFlight, begun, join } = setUp();
  const [a, b] = [join('a'), join('a')];
  a.stop.abort(abortReason);
  b.stop.abort(abortReason);
  expect(begun[0]?.signal.aborted).toBe(true);
  const next = join('a');
  await expect(a.result).rejects.toBe(abortReason);
  await expect(b.result).rejects.toBe(abortReason);
  begun[1]?.finish('anew');
  expect(await next.result).toBe('anew');
  await singleFlight.settled();
});

test('a client that disconnected before begins nothing; a failure goes to all', async () => {
  const { begun, join } = setUp();
  const stop = new AbortController();
  stop.abort(abortReason);
  await expect(join('a', stop).result).rejects.toBe(abortReason);
  expect(begun).toHaveLength(0);
  const [a, b] = [join('a'), join('a')];
  begun[0]?.fail(new Error('broken'));
  await expect(a.result).rejects.toThrow('broken');
  await expect(b.result).rejects.toThrow('broken');
});

test('callers that need a newer state wait together for one more work, which begins after the running one', async () => {
  const { singleFlight, begun, join } = setUp();
  const running = join('a', new AbortController(), 1);
  const newer = [2, 4, 3].map((version) => join('a', new AbortController(), version));
  const same = join('a', new AbortController(), 1);
  expect(begun).toHaveLength(1);
  begun[0]?.finish('first');
  expect(await Promise.all([running.result, same.result])).toEqual(['first', 'first']);
  await vi.waitFor(() => expect(begun).toHaveLength(2));
  const last = join('a', new AbortController(), 4);
  begun[1]?.finish('second');
  const results = await Promise.all([...newer, last].map(({ result }) => result));
  expect(results).toEqual(['second', 'second', 'second', 'second']);
  expect(begun).toHaveLength(2);
  await singleFlight.settled();
  expect(singleFlight.has('a')).toBe(false);
});

test('the next work begins also when the running one fails, and not when nobody waits for it any more', async () => {
  const { singleFlight, begun, join } = setUp();
  const running = join('a', new AbortController(), 1);
  const [leaving, next] = [join('a', new AbortController(), 2), join('b', new AbortController(), 1)];
  leaving.stop.abort(abortReason);
  await expect(leaving.result).rejects.toBe(abortReason);
  const waiting = join('a', new AbortController(), 3);
  begun[0]?.fail(new Error('broken'));
  await expect(running.result).rejects.toThrow('broken');
  await vi.waitFor(() => expect(begun).toHaveLength(3));
  begun[1]?.finish('other');
  begun[2]?.finish('done');
  expect(await Promise.all([waiting.result, next.result])).toEqual(['done', 'other']);
  await singleFlight.settled();
});
