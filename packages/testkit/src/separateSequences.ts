import type { Database } from '@pgis/server';

/** More rows than a test file makes of any kind. */
const ROOM = 100_000;

/**
 * Gives each kind of row numbers of its own. Else a layer and an object often have the same number, and a test that
 * looks for one of them may find the other, depending on what ran before.
 */
export async function separateSequences({ pool }: Database): Promise<void> {
  await pool.query(
    `SELECT setval(format('%I.%I', schemaname, sequencename)::regclass,
                   coalesce(last_value, 0) + ${ROOM} * row_number() OVER (ORDER BY sequencename))
     FROM pg_sequences WHERE schemaname = 'public'`,
  );
}
