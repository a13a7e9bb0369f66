import { parseArgs } from 'node:util';
import { type LogProblem, type LogVerdict, verifyLog } from '../audit/verifyLog.ts';
import { type Command, UsageError } from './Command.ts';
import { getCompany } from './getCompany.ts';

const usage = `pgis verify-log [options]      checks that nobody has changed, removed or inserted rows of the log

  --company NAME|NUMBER     only this company (default: all, and the system's own log, number 0)
  --expect NUMBER:SEAL      the chain must contain this link: the last one of an earlier check, stored elsewhere.
                            Needs --company if there are several companies.

Only reads; works while the server runs. Exit code 0: intact; 1: not.
Store the last link that it prints on another machine: whoever controls the database could seal an entirely new log.`;

const options = { company: { type: 'string' }, expect: { type: 'string' } } as const;

function parse(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options }).values;
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

interface ExpectedLink {
  readonly sealNo: number;
  readonly seal: string;
}

function toExpected(text: string | undefined): ExpectedLink | undefined {
  if (text === undefined) return undefined;
  const [, number, seal] = /^(\d{1,15}):([0-9a-f]{64})$/i.exec(text.trim()) ?? [];
  if (number === undefined || seal === undefined)
    throw new UsageError('--expect must be NUMBER:SEAL, as printed by an earlier check.');
  return { sealNo: Number(number), seal: seal.toLowerCase() };
}

function describe(problem: LogProblem): string {
  switch (problem.kind) {
    case 'changed':
      return problem.part === 'content'
        ? `row ${problem.id} (link ${problem.sealNo}) was changed: name, address or details differ from what was sealed`
        : `row ${problem.id} (link ${problem.sealNo}) was changed: it differs from what was sealed`;
    case 'removed':
      return problem.from === problem.to
        ? `link ${problem.from} was removed`
        : `links ${problem.from} to ${problem.to} were removed`;
    case 'inserted':
      return `row ${problem.id} was inserted`;
    case 'backdated':
      return `row ${problem.id} (link ${problem.sealNo}) has a date before that of rows sealed earlier`;
  }
}

/** A chain that was renumbered differs in every row after that. */
const MAX_LISTED = 50;

function* report({ problems }: LogVerdict): Generator<string> {
  for (const problem of problems.slice(0, MAX_LISTED)) yield `  ${describe(problem)}`;
  if (problems.length > MAX_LISTED) yield `  and ${problems.length - MAX_LISTED} more`;
}

const plural = (count: number, one: string): string => `${count} ${one}${count === 1 ? '' : 's'}`;

function summarize({ sealed, unsealed, erased, last, problems }: LogVerdict): string {
  const parts = [`${plural(sealed, 'row')} sealed`];
  if (unsealed > 0) parts.push(`${unsealed} not yet`);
  if (erased > 0) parts.push(`${erased} erased on record`);
  parts.push(problems.length === 0 ? 'intact' : plural(problems.length, 'problem'));
  return `${parts.join(', ')}${last.sealNo === 0 ? '' : `; last link ${last.sealNo}:${last.seal}`}`;
}

export const verifyLogCommand: Command = {
  name: 'verify-log',
  summary: 'Check that the log has not been altered',
  usage,
  async run(args, { openDatabase, print }) {
    const values = parse(args);
    const expected = toExpected(values.expect);
    const { db } = await openDatabase();
    const onlyCompanyId =
      values.company === undefined && expected === undefined
        ? undefined
        : await getCompany(db, values.company);
    const companies = await db
      .selectFrom('companies')
      .select(['company_id as id', 'name'])
      .orderBy('company_id')
      .execute();
    let isIntact = true;
    for (const { id, name } of companies.filter(
      (company) => onlyCompanyId === undefined || company.id === onlyCompanyId,
    )) {
      const verdict = await verifyLog(db, id);
      print(`${id} ${name}: ${summarize(verdict)}`);
      for (const line of report(verdict)) print(line);
      isIntact &&= verdict.problems.length === 0;
    }
    if (onlyCompanyId !== undefined && expected !== undefined) {
      const row = await db
        .selectFrom('audit_log')
        .select('seal')
        .where('company_id', '=', onlyCompanyId)
        .where('seal_no', '=', expected.sealNo)
        .executeTakeFirst();
      const isThere = row?.seal?.toString('hex') === expected.seal;
      print(
        isThere
          ? `  link ${expected.sealNo} is the one expected`
          : `  link ${expected.sealNo} is another one`,
      );
      isIntact &&= isThere;
    }
    return isIntact ? 0 : 1;
  },
};
