import type { Database } from '../../db/openDatabase.ts';
import { countJobs, findLongestWaitS } from '../../jobs/manageJobs.ts';
import { databaseClock } from '../../runtime/Clock.ts';
import { type Finding, ok, problem } from './Finding.ts';

const MAX_WAIT_S = 900;

/** Jobs that failed, or wait although they are due. */
export async function checkJobs({ db }: Database): Promise<Finding[]> {
  const counts = await countJobs(db);
  const findings = counts
    .filter(({ state }) => state === 'failed')
    .map(({ kind, count }) => problem(`${count} of kind ${kind} have failed: pgis jobs shows why.`));
  const waitS = await findLongestWaitS(db, databaseClock);
  if (waitS > MAX_WAIT_S)
    findings.push(
      problem(
        `One has been due for ${Math.round(waitS / 60)} minutes: is a server running? pgis jobs names it.`,
      ),
    );
  const total = counts.reduce((sum, { count }) => sum + count, 0);
  return findings.length > 0 ? findings : [ok(`${total} wait or run, none has failed.`)];
}
