import { expect, test } from 'vitest';
import { pushStep, redoStep, startStack, undoStep } from './UndoStack.ts';

const after = (...steps: readonly string[]) => steps.reduce(pushStep, startStack('start'));

test('steps are undone one by one and redone in their order', () => {
  const twice = undoStep(undoStep(after('a', 'b', 'c')));
  expect(twice.present).toBe('a');
  expect(redoStep(twice).present).toBe('b');
  expect(redoStep(redoStep(twice)).present).toBe('c');
});

test('at either end nothing happens', () => {
  expect(undoStep(undoStep(after('a'))).present).toBe('start');
  expect(redoStep(after('a')).present).toBe('a');
});

test('a new step forgets what had been undone', () => {
  const other = pushStep(undoStep(after('a', 'b')), 'c');
  expect(redoStep(other).present).toBe('c');
  expect(undoStep(other).present).toBe('a');
});

test('the hundred latest steps are kept', () => {
  const all = Array.from({ length: 150 }, (_, index) => String(index));
  let stack = after(...all);
  for (let i = 0; i < 200; i += 1) stack = undoStep(stack);
  expect(stack.present).toBe('49');
  expect(stack.past).toEqual([]);
});
