import type { ImportResult, SkippedRows, SkipReason } from '@pgis/contract';

type Skipped = readonly (readonly [number, SkipReason])[];

/**
 * Returns the result of an import after some of its skipped rows were tried again; `reasons` says why a row still stays
 * out, and null that it is in.
 */
export function toFixedResult(
  { result, skipped }: { readonly result: ImportResult; readonly skipped: Skipped },
  {
    reasons,
    repaired,
  }: {
    readonly reasons: ReadonlyMap<number, SkipReason | null>;
    /** Rows whose shapes were repaired. */
    readonly repaired: ReadonlySet<number>;
  },
): { readonly result: ImportResult; readonly skipped: Skipped; readonly added: number } {
  // The counts also contain rows beyond those that are listed.
  const byReason = new Map<SkipReason, SkippedRows>(result.skipped.map((one) => [one.reason, one]));
  const remaining: (readonly [number, SkipReason])[] = [];
  let added = 0;
  let repairedCount = 0;
  for (const [rowNumber, before] of skipped) {
    const after = reasons.get(rowNumber);
    if (after !== null) remaining.push([rowNumber, after ?? before]);
    if (after === undefined || after === before) continue;
    if (after === null) {
      added++;
      if (repaired.has(rowNumber)) repairedCount++;
    }
    const old = byReason.get(before);
    if (old !== undefined)
      byReason.set(before, {
        ...old,
        count: old.count - 1,
        rows: old.rows.filter((listed) => listed !== rowNumber),
      });
    if (after === null) continue;
    const next = byReason.get(after) ?? { reason: after, count: 0, rows: [] };
    byReason.set(after, { ...next, count: next.count + 1, rows: [...next.rows, rowNumber] });
  }
  return {
    added,
    skipped: remaining,
    result: {
      ...result,
      added: result.added + added,
      repaired: result.repaired + repairedCount,
      skipped: [...byReason.values()].filter(({ count }) => count > 0),
      hasRows: result.hasRows && remaining.length > 0,
    },
  };
}
