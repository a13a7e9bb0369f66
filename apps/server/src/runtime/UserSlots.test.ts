import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { UserSlots } from './UserSlots.ts';

const never = new AbortController().signal;
const [ann, bob, eve] = [1, 2, 3];
let slots: UserSlots;
beforeEach(() => {
  vi.useFakeTimers();
  slots = new UserSlots({
    ...{ perUser: 2, longMs: 100, atOnce: 3 },
    ...{ waitingPerUser: 2, waitMs: 1_000, refusalMs: 200 },
  });
});
afterEach(() => vi.useRealTimers());

/** Asks for a slot; `state` says what has become of it. */
function ask(userId: number, signal = never) {
  const asked = { state: 'waiting', leave: () => {} };
  slots.enter(userId, signal).then(
    (leave) => Object.assign(asked, { state: 'running', leave }),
    (error: Error) => Object.assign(asked, { state: error.message }),
  );
  return asked;
}
const settle = () => vi.advanceTimersByTimeAsync(0);
const statesOf = (asked: readonly { readonly state: string }[]) => asked.map(({ state }) => state);

/** Takes both slots of a user, for work that then has run long. */
async function runTwo(userId: number) {
  const first = ask(userId);
  await vi.advanceTimersByTimeAsync(100);
  const second = ask(userId);
  await vi.advanceTimersByTimeAsync(100);
  expect(statesOf([first, second])).toEqual(['running', 'running']);
  return [first, second] as const;
}

test('short work of one user runs one after another, beside that of others', async () => {
  const [first, second, other] = [ask(ann), ask(ann), ask(bob)];
  await vi.advanceTimersByTimeAsync(99);
  expect(statesOf([first, second, other])).toEqual(['running', 'waiting', 'running']);
  first.leave();
  await settle();
  expect(second.state).toBe('running');
  const third = ask(ann);
  await vi.advanceTimersByTimeAsync(99);
  expect(third.state).toBe('waiting');
  await vi.advanceTimersByTimeAsync(1);
  expect(third.state).toBe('running');
});

test('one user has as many as perUser, waits with as many more, and is refused beyond', async () => {
  const [first] = await runTwo(ann);
  const later = [1, 2, 3].map(() => ask(ann));
  await vi.advanceTimersByTimeAsync(200);
  expect(statesOf(later)).toEqual(['waiting', 'waiting', 'REPORTS_RUNNING']);
  first.leave();
  first.leave();
  await settle();
  expect(statesOf(later.slice(0, 2))).toEqual(['running', 'waiting']);
});

test('a refusal comes after its time, takes no free slot, and ends with its client', async () => {
  const running = await runTwo(ann);
  const waiting = [ask(ann), ask(ann)];
  const leaving = new AbortController();
  const [refused, left] = [ask(ann), ask(ann, leaving.signal)];
  await settle();
  leaving.abort(new Error('gone'));
  for (const { leave } of running) leave();
  await settle();
  for (const { leave } of waiting) leave();
  await vi.advanceTimersByTimeAsync(199);
  expect(statesOf([refused, left])).toEqual(['waiting', 'gone']);
  await vi.advanceTimersByTimeAsync(1);
  expect(refused.state).toBe('REPORTS_RUNNING');
});

test('all users together have as many as atOnce, and a free slot goes to who has the fewest', async () => {
  const [first] = await runTwo(ann);
  const third = ask(bob);
  await settle();
  const [again, late] = [ask(ann), ask(eve)];
  await settle();
  expect(statesOf([third, again, late])).toEqual(['running', 'waiting', 'waiting']);
  first.leave();
  await settle();
  expect(statesOf([again, late])).toEqual(['waiting', 'running']);
});

test('who waits too long is refused, and who leaves is forgotten', async () => {
  const leaving = new AbortController();
  const running = await runTwo(ann);
  const [late, left] = [ask(ann), ask(ann, leaving.signal)];
  await settle();
  leaving.abort(new Error('gone'));
  await settle();
  expect(left.state).toBe('gone');
  expect(ask(ann).state).toBe('waiting');
  await vi.advanceTimersByTimeAsync(1_001);
  expect(late.state).toBe('REPORTS_RUNNING');
  for (const { leave } of running) leave();
  await runTwo(ann);
});

test('work that fails gives its slot back', async () => {
  for (let i = 0; i < 5; i += 1)
    await expect(slots.run(ann, never, () => Promise.reject(new Error('failed')))).rejects.toThrow('failed');
  expect(await slots.run(ann, never, async () => 'done')).toBe('done');
});
