import type pg from 'pg';

/** Steps of one actor, which table `ledger (actor text, step int)` lists for the later check. */
export interface Ledger {
  readonly actor: string;
  readonly committed: number[];
  readonly problems: string[];
}

/**
 * Sends `steps` good and failing queries on one connection, each with values of its own, inside and outside
 * transactions, and compares every answer with the one it must have.
 */
export async function exchange(pool: pg.Pool, actor: string, steps: number): Promise<Ledger> {
  const ledger: Ledger = { actor, committed: [], problems: [] };
  for (let step = 0; step < steps; step++) {
    const client = await pool.connect();
    try {
      await actions[step % actions.length]?.({ client, actor, step, ledger });
    } catch (error) {
      ledger.problems.push(`${actor} ${step}: ${error instanceof Error ? error.message : error}`);
    } finally {
      client.release();
    }
  }
  return ledger;
}

interface Turn {
  readonly client: pg.PoolClient;
  readonly actor: string;
  readonly step: number;
  readonly ledger: Ledger;
}

const insert = ({ client, actor, step }: Turn) =>
  client.query('INSERT INTO ledger (actor, step) VALUES ($1, $2) RETURNING step', [actor, step]);

/** Ordered so that failing ones stand before, between and after good ones; 13 of them, so no period of 2 or 5. */
const actions: readonly ((turn: Turn) => Promise<void>)[] = [
  async (turn) => expectOwnAnswer(turn),
  async (turn) => expectError(turn, 'SELECT no_such_column, $1::int', '42703'),
  async (turn) => expectOwnAnswer(turn),
  async (turn) => expectError(turn, 'SELECT 1 / ($1::int - $1::int)', '22012'),
  async (turn) => expectError(turn, "SELECT ($1 || 'x')::int", '22P02'),
  async (turn) => {
    await expectSimpleError(turn);
    await expectOwnAnswer(turn);
  },
  async (turn) => {
    await turn.client.query('BEGIN');
    expectEqual((await insert(turn)).rows, [{ step: turn.step }]);
    await expectOwnAnswer(turn);
    await turn.client.query('COMMIT');
    turn.ledger.committed.push(turn.step);
  },
  async (turn) => {
    await turn.client.query('BEGIN');
    await insert(turn);
    await expectError(turn, 'SELECT 1 / ($1::int - $1::int)', '22012');
    await expectError(turn, 'SELECT $1::int', '25P02');
    await turn.client.query('ROLLBACK');
    await expectOwnAnswer(turn);
  },
  async (turn) => {
    await expectError(turn, 'SELECT $1::int, no_such_column', '42703');
    await expectError(turn, 'SELECT 1 / ($1::int - $1::int)', '22012');
    await expectOwnAnswer(turn);
  },
  async (turn) => {
    await turn.client.query('BEGIN');
    await turn.client.query('SAVEPOINT before_error');
    await expectSimpleError(turn);
    await turn.client.query('ROLLBACK TO SAVEPOINT before_error');
    await insert(turn);
    await turn.client.query('COMMIT');
    turn.ledger.committed.push(turn.step);
  },
  async (turn) => {
    await insert(turn);
    turn.ledger.committed.push(turn.step);
  },
  async (turn) => {
    await turn.client.query('BEGIN');
    await insert(turn);
    await turn.client.query('ROLLBACK');
  },
  async (turn) => {
    const { rows } = await turn.client.query(
      "SELECT i, $1::text || repeat('x', 2000) AS text FROM generate_series(1, 200) AS i",
      [turn.actor],
    );
    expectEqual(rows.length, 200);
    expectEqual(rows[199], { i: 200, text: turn.actor + 'x'.repeat(2000) });
  },
];

async function expectOwnAnswer({ client, actor, step }: Turn): Promise<void> {
  const { rows } = await client.query('SELECT $1::text AS actor, $2::int AS step', [actor, step]);
  expectEqual(rows, [{ actor, step }]);
}

async function expectError({ client, step }: Turn, text: string, code: string): Promise<void> {
  await expectCode(client.query(text, [step]), code);
}

async function expectSimpleError({ client, step }: Turn): Promise<void> {
  await expectCode(client.query(`SELECT ${step}; SELECT no_such_column_${step}`), '42703');
}

async function expectCode(answer: Promise<pg.QueryResult>, code: string): Promise<void> {
  const outcome = await answer.then(
    ({ rows }) => `rows ${JSON.stringify(rows).slice(0, 200)}`,
    (error: { code?: string; message: string }) => error.code ?? error.message,
  );
  expectEqual(outcome, code);
}

function expectEqual(actual: unknown, expected: unknown): void {
  const [got, wanted] = [JSON.stringify(actual), JSON.stringify(expected)];
  if (got !== wanted) throw new Error(`got ${got?.slice(0, 300)} instead of ${wanted}`);
}
