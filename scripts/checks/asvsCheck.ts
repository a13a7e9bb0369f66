import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { rootDir } from '../runCommand.ts';
import { readTestFiles } from '../spec/readTestFiles.ts';
import type { Check } from './Check.ts';

type AsvsRow = { readonly id: string; readonly status: string; readonly test: string };

/** Reads lines `id,status,test`; only the last column may be quoted. */
export function parseAsvs(csv: string): readonly AsvsRow[] {
  const [header, ...lines] = csv.split(/\r?\n/).filter((line) => line !== '');
  if (header !== 'id,status,test') throw new Error('docs/asvs.csv does not start with "id,status,test"');
  return lines.map((line) => {
    const [id = '', status = '', ...rest] = line.split(',');
    const test = rest.join(',').trim();
    return { id, status, test: test.startsWith('"') ? test.slice(1, -1).replaceAll('""', '"') : test };
  });
}

/** Finds requirements marked as tested whose test does not exist. */
export function findAsvsProblems(
  rows: readonly AsvsRow[],
  testNames: ReadonlySet<string>,
): readonly string[] {
  return rows.flatMap(({ id, status, test }) => {
    if (test !== '' && !testNames.has(test)) return [`${id}: there is no test "${test}"`];
    return status === 'tested' && test === '' ? [`${id}: is tested, but names no test`] : [];
  });
}

const file = join(rootDir, 'docs/asvs.csv');

export const asvsCheck: Check = {
  name: 'security tests',
  async run() {
    if (!existsSync(file)) return { summary: 'docs/asvs.csv is not there yet', problems: [] };
    const rows = parseAsvs(await readFile(file, 'utf8'));
    const testNames = new Set((await readTestFiles()).flatMap((testFile) => testFile.testNames));
    return { summary: `${rows.length} rows of docs/asvs.csv`, problems: findAsvsProblems(rows, testNames) };
  },
};
