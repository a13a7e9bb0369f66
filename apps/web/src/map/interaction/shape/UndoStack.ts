/** Maximum number of steps: a shape of 20 000 points takes a third of a megabyte per step. */
const MAX_STEPS = 100;

/** Undo and redo steps of immutable values. */
export interface UndoStack<T> {
  readonly past: readonly T[];
  readonly present: T;
  readonly future: readonly T[];
}

export const startStack = <T>(present: T): UndoStack<T> => ({ past: [], present, future: [] });

/** Adds a step and drops the steps that could be redone. */
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
