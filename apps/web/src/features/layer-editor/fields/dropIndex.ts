interface Target {
  /** Index of the row under the pointer. */
  readonly over: number;
  /** True in the lower half of that row. */
  readonly isPastMiddle: boolean;
}

/**
 * Returns where a dragged row goes. It takes the index of the row under the pointer once the pointer has passed the
 * middle of that row: earlier, a taller row would come back under the pointer and the two would swap at every movement.
 */
export function dropIndex(index: number, { over, isPastMiddle }: Target): number {
  if (over > index) return isPastMiddle ? over : over - 1;
  if (over < index) return isPastMiddle ? over + 1 : over;
  return index;
}
