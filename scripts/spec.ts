/**
 * `npm run spec`: lists the numbered rules without a test. Fails when there are any, and when a test quotes a rule that
 * does not exist.
 */
import { readSpecReport } from './spec/readSpecReport.ts';

const { rules, open, problems, summary } = await readSpecReport();
const totals = Map.groupBy(rules, ({ area }) => area);
for (const [area, openRules] of Map.groupBy(open, (rule) => rule.area)) {
  console.log(`\n${area}: ${openRules.length} of ${totals.get(area)?.length} without a test`);
  for (const { id, requirement } of openRules) console.log(`  ${id.padEnd(12)} ${requirement}`);
}
for (const problem of problems) console.error(problem);
process.exitCode = problems.length + open.length === 0 ? 0 : 1;
console.log(`\n${summary}`);
