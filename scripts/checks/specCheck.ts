import { readSpecReport } from '../spec/readSpecReport.ts';
import type { Check } from './Check.ts';

/** Finds rules without a test, and names of tests that quote rules wrongly. */
export const specCheck: Check = {
  name: 'specification',
  async run() {
    const { open, problems, summary } = await readSpecReport();
    const missing = open.map(({ id, requirement }) => `${id} has no test that passed: ${requirement}`);
    return { summary, problems: [...problems, ...missing] };
  },
};
