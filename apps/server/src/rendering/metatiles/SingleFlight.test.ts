import { expect, test } from 'vitest';
import { SingleFlight } from './SingleFlight.ts';

function setUp() {
  const singleFlight = new SingleFlight<string>();
  const begun: { signal: AbortSignal; finish: (value: string) => void; fail: (error: Error) => void }[] = [];
  const begin = (signal: AbortSignal) =>
    new Promise<string>((finish, fail) => {
      begun.push({ signal, finish, fail });
      signal.addEventListener('abort', () => fail(signal.reason as Error));
    });
  const join = (name: string, stop = new AbortController()) => ({
    stop,
    result: singleFlight.join(name, stop.signal, begin),
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
