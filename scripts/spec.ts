/** `npm run spec`: which numbered rules have a test. Fails when a test quotes a rule that does not exist. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { rootDir } from './runCommand.ts';
import { compareSpec } from './spec/compareSpec.ts';
import { parseRules, type Rule } from './spec/Rule.ts';
import { readTestFiles } from './spec/readTestFiles.ts';

function printOpenRules(rules: readonly Rule[], open: readonly Rule[]): void {
  const totals = Map.groupBy(rules, ({ area }) => area);
  for (const [area, openRules] of Map.groupBy(open, (rule) => rule.area)) {
    console.log(`\n${area}: ${openRules.length} of ${totals.get(area)?.length} without a test`);
    for (const { id, requirement } of openRules) console.log(`  ${id.padEnd(12)} ${requirement}`);
  }
}

const rules = parseRules(await readFile(join(rootDir, 'docs/spec/requirements.tsv'), 'utf8'));
const { open, covered, problems } = compareSpec(rules, await readTestFiles());
printOpenRules(rules, open);
for (const problem of problems) console.error(problem);
process.exitCode = problems.length === 0 ? 0 : 1;
console.log(`\ncovered ${covered} of ${rules.length}`);
