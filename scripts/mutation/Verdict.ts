/** Outcome of a mutant, which `line` describes. */
export type Verdict =
  /** `by` are the test files that failed; none when the time was over. */
  | { readonly isKilled: true; readonly line: string; readonly by: readonly string[] }
  | { readonly isKilled: false; readonly line: string };

export const isBrowserTest = (path: string): boolean => path.startsWith('e2e/');

/** A mutant survives whose killers all fail without it, too. */
export function discountKillers(verdict: Verdict, unreliable: readonly string[]): Verdict {
  if (!verdict.isKilled || verdict.by.length === 0) return verdict;
  const reliable = verdict.by.filter((path) => !unreliable.includes(path));
  if (reliable.length > 0) return { ...verdict, by: reliable };
  return {
    isKilled: false,
    line: `${verdict.line}  (only ${verdict.by.join(', ')}, which fails without it, too)`,
  };
}

/** Returns the score of an area, then its survivors. */
export function toScoreLines(area: string, verdicts: readonly Verdict[]): readonly string[] {
  const killed = verdicts.filter((verdict) => verdict.isKilled);
  const percent = Math.round((100 * killed.length) / verdicts.length);
  const inBrowser = killed.filter(({ by }) => by.some(isBrowserTest)).length;
  const share = inBrowser === 0 ? '' : `, ${inBrowser} of them by browser tests`;
  return [
    `${area}: ${killed.length} of ${verdicts.length} killed, ${percent} %${share}`,
    ...verdicts.flatMap(({ isKilled, line }) => (isKilled ? [] : [`  survived ${line}`])),
  ];
}
