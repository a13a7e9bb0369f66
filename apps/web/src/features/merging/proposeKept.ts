import type { Case } from '@pgis/contract';

/** The case with most votes, of several the oldest. */
export function proposeKept<T extends Pick<Case, 'id' | 'upvoteCount' | 'createdAt'>>(
  cases: readonly T[],
): T | undefined {
  return cases.toSorted(
    (a, b) => b.upvoteCount - a.upvoteCount || a.createdAt.localeCompare(b.createdAt) || a.id - b.id,
  )[0];
}
