import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { rootDir } from '../runCommand.ts';
import { readProofs } from '../testing/proofs.ts';
import { compareFindings } from './compareFindings.ts';
import { compareSpec, type SpecReport } from './compareSpec.ts';
import { parseFindings } from './Finding.ts';
import { parseRules, type Rule } from './Rule.ts';
import { readTestFiles } from './readTestFiles.ts';

/**
 * Compares the rules of the specification with the tests and with the last run of all tests, and the findings of the
 * walks with the tests.
 */
export async function readSpecReport(): Promise<
  SpecReport & {
    readonly rules: readonly Rule[];
    /** `covered 457 of 457 rules, …` and on what ground. */
    readonly summary: string;
  }
> {
  const rules = parseRules(await readSpec('requirements.tsv'));
  const findings = parseFindings(await readSpec('findings.tsv'));
  const [proofs, files] = await Promise.all([readProofs(), readTestFiles()]);
  const report = compareSpec(rules, files, proofs);
  const problems = [...report.problems, ...compareFindings(findings, files)];
  const ground =
    proofs === undefined
      ? 'by the names of tests: all of them have not run since one changed'
      : 'by tests that passed in the last run of all';
  const summary = `covered ${report.covered} of ${rules.length} rules, ${ground}; ${findings.length} findings`;
  return { ...report, problems, rules, summary };
}

const readSpec = (name: string) => readFile(join(rootDir, 'docs/spec', name), 'utf8');
