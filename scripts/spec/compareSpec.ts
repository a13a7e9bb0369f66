import type { Rule } from './Rule.ts';
import type { TestFile } from './readTestFiles.ts';
import { readTestIds } from './readTestIds.ts';

export type SpecReport = {
  readonly open: readonly Rule[];
  readonly covered: number;
  readonly problems: readonly string[];
};

/** Decisions (`D-OBJ-09`) are quoted by tests too; they are no numbered rules of the specification. */
const isDecision = (id: string) => id.startsWith('D-');

export function compareSpec(rules: readonly Rule[], files: readonly TestFile[]): SpecReport {
  const known = new Set(rules.map(({ id }) => id));
  const proved = new Set<string>();
  const problems: string[] = [];
  for (const { path, testNames } of files) {
    for (const name of testNames) {
      const { ids, malformed } = readTestIds(name);
      if (malformed) problems.push(`${path}: "${name}" is not written as "ID ID: what it proves"`);
      for (const id of ids) {
        if (known.has(id)) proved.add(id);
        else if (!isDecision(id)) problems.push(`${path}: there is no rule ${id} ("${name}")`);
      }
    }
  }
  const open = rules.filter(({ id }) => !proved.has(id));
  return { open, covered: rules.length - open.length, problems };
}
