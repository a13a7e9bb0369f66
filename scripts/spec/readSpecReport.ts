import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { rootDir } from '../runCommand.ts';
import { readProofs } from '../testing/proofs.ts';
import { compareSpec, type SpecReport } from './compareSpec.ts';
import { parseRules, type Rule } from './Rule.ts';
import { readTestFiles } from './readTestFiles.ts';

/** Compares the rules of the specification with the tests and with the last run of all tests. */
export async function readSpecReport(): Promise<
  SpecReport & {
    readonly rules: readonly Rule[];
    /** `covered 457 of 457 rules, …` and on what ground. */
    readonly summary: string;
  }
> {
  const rules = parseRules(await readFile(join(rootDir, 'docs/spec/requirements.tsv'), 'utf8'));
  const proofs = await readProofs();
  const report = compareSpec(rules, await readTestFiles(), proofs);
  const ground =
    proofs === undefined
      ? 'by the names of tests: all of them have not run since one changed'
      : 'by tests that passed in the last run of all';
  return { ...report, rules, summary: `covered ${report.covered} of ${rules.length} rules, ${ground}` };
}
