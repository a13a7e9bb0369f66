import { expect, test } from 'vitest';
import { Flights } from './Flights.ts';

function setUp() {
  const flights = new Flights<string>();
  const begun: { signal: AbortSignal; finish: (value: string) => void; fail: (error: Error) => void }[] = [];
  const begin = (signal: AbortSignal) =>
    new Promise<string>((finish, fail) => {
      begun.push({ signal, finish, fail });
      signal.addEventListener('abort', () => fail(signal.reason as Error));
    });
  const join = (name: string, stop = new AbortController()) => ({
    stop,
    result: flights.join(name, stop.signal, begin),
  });
  return { flights, begun, join };
}
const gone = new Error('gone');

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
  a.stop.abort(gone);
  await expect(a.result).rejects.toBe(gone);
  expect(begun[0]?.signal.aborted).toBe(false);
  begun[0]?.finish('done');
  expect(await b.result).toBe('done');
});

test('when all have left the work is stopped, and whoever comes then begins anew', async () => {
  const { flights, begun, join } = setUp();
  const [a, b] = [join('a'), join('a')];
  a.stop.abort(gone);
  b.stop.abort(gone);
  expect(begun[0]?.signal.aborted).toBe(true);
  const next = join('a');
  await expect(a.result).rejects.toBe(gone);
  await expect(b.result).rejects.toBe(gone);
  begun[1]?.finish('anew');
  expect(await next.result).toBe('anew');
  await flights.settled();
});

test('who has gone before begins nothing; a failure is told to all', async () => {
  const { begun, join } = setUp();
  const stop = new AbortController();
  stop.abort(gone);
  await expect(join('a', stop).result).rejects.toBe(gone);
  expect(begun).toHaveLength(0);
  const [a, b] = [join('a'), join('a')];
  begun[0]?.fail(new Error('broken'));
  await expect(a.result).rejects.toThrow('broken');
  await expect(b.result).rejects.toThrow('broken');
});
