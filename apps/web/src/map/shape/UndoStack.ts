/** Old steps go when there are more: a shape of 20 000 points takes a third of a megabyte a step. */
const MAX_STEPS = 100;

/** Steps of a piece of work that can be taken back and done again. Values are never changed, only replaced. */
export interface UndoStack<T> {
  readonly past: readonly T[];
  readonly present: T;
  readonly future: readonly T[];
}

export const startStack = <T>(present: T): UndoStack<T> => ({ past: [], present, future: [] });

/** A new step; what had been taken back is gone. */
export const pushStep = <T>({ past, present }: UndoStack<T>, next: T): UndoStack<T> => ({
  past: [...past, present].slice(-MAX_STEPS),
  present: next,
  future: [],
});

export function undoStep<T>(stack: UndoStack<T>): UndoStack<T> {
  const before = stack.past.at(-1);
  if (before === undefined) return stack;
  return { past: stack.past.slice(0, -1), present: before, future: [stack.present, ...stack.future] };
}

export function redoStep<T>(stack: UndoStack<T>): UndoStack<T> {
  const [next, ...future] = stack.future;
  if (next === undefined) return stack;
  return { past: [...stack.past, stack.present], present: next, future };
}
