/** Picks the largest layers, as few as needed to bring the sum of the others to at most `limit`. */
export function pickPastLimit(counts: ReadonlyMap<number, number>, limit: number): readonly number[] {
  const largestFirst = [...counts].toSorted(([, a], [, b]) => b - a);
  let sum = largestFirst.reduce((total, [, count]) => total + count, 0);
  const picked: number[] = [];
  for (const [id, count] of largestFirst) {
    if (sum <= limit) break;
    picked.push(id);
    sum -= count;
  }
  return picked;
}
