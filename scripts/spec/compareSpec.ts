import { isFindingId } from './Finding.ts';
import type { Rule } from './Rule.ts';
import type { TestFile } from './readTestFiles.ts';
import { readTestIds } from './readTestIds.ts';

export type SpecReport = {
  readonly open: readonly Rule[];
  readonly covered: number;
  readonly problems: readonly string[];
};

/** Tests quote decisions (`D-OBJ-09`) too; they are no numbered rules of the specification. */
const isDecision = (id: string) => id.startsWith('D-');

/**
 * Compares the rules with the names of tests. A rule is covered when a test names it; with `proofs`, the ids that passed
 * tests named, only when one of those did.
 */
export function compareSpec(
  rules: readonly Rule[],
  files: readonly TestFile[],
  proofs?: ReadonlySet<string>,
): SpecReport {
  const known = new Set(rules.map(({ id }) => id));
  const named = new Set<string>();
  const problems: string[] = [];
  for (const { path, testNames } of files) {
    for (const name of testNames) {
      const { ids, malformed } = readTestIds(name);
      if (malformed) problems.push(`${path}: "${name}" is not written as "ID ID: what it proves"`);
      for (const id of ids) {
        if (known.has(id)) named.add(id);
        else if (!isDecision(id) && !isFindingId(id))
          problems.push(`${path}: there is no rule ${id} ("${name}")`);
      }
    }
  }
  const open = rules.filter(({ id }) => !named.has(id) || proofs?.has(id) === false);
  return { open, covered: rules.length - open.length, problems };
}
