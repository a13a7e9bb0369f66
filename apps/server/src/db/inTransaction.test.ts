import { describeOnEachDatabase } from '@pgis/testkit';
import { sql } from 'kysely';
import { beforeAll, expect, test, vi } from 'vitest';
import { inTransaction } from './inTransaction.ts';

// The engine is started again several times, which takes long on a busy machine.
vi.setConfig({ testTimeout: 90_000 });

describeOnEachDatabase('inTransaction', (getDatabase) => {
  beforeAll(async () => {
    await getDatabase().pool.query('CREATE TABLE notes (id int8 PRIMARY KEY, ids int8[])');
  });
  const countNotes = async () => (await getDatabase().pool.query('SELECT count(*) FROM notes')).rows[0].count;

  test('commits when its body resolves, with int8 as numbers', async () => {
    const before = await countNotes();
    const id = 2 ** 53 - 1;
    await inTransaction(getDatabase(), {}, (db) =>
      sql`INSERT INTO notes VALUES (${id}, ${[1, 2 ** 40]})`.execute(db),
    );
    expect(await countNotes()).toBe(before + 1);
    const { rows } = await getDatabase().pool.query('SELECT id, ids FROM notes WHERE id = $1', [id]);
    expect(rows).toEqual([{ id, ids: [1, 2 ** 40] }]);
  });

  test('rolls back when its body throws', async () => {
    const before = await countNotes();
    const failing = inTransaction(getDatabase(), {}, async (db) => {
      await sql`INSERT INTO notes VALUES (1)`.execute(db);
      throw new Error('changed my mind');
    });
    await expect(failing).rejects.toThrow('changed my mind');
    expect(await countNotes()).toBe(before);
  });

  test('a statement past its time ends with 57014, nothing of the transaction stays, and the next one works', async () => {
    const before = await countNotes();
    const late = inTransaction(getDatabase(), { statementMs: 300 }, async (db) => {
      await sql`INSERT INTO notes VALUES (2)`.execute(db);
      await sql`SELECT pg_sleep(10)`.execute(db);
    });
    await expect(late).rejects.toMatchObject({ code: '57014' });
    expect(await countNotes()).toBe(before);
  });

  test('more time may be given than a single statement has', async () => {
    const slow = inTransaction(getDatabase(), { statementMs: 20_000 }, (db) =>
      sql`SELECT pg_sleep(5.2)`.execute(db),
    );
    await expect(slow).resolves.toBeDefined();
  });

  test('the outer handle throws inside, in place of waiting for ever', async () => {
    const database = getDatabase();
    await inTransaction(database, {}, async () => {
      await expect(database.db.selectFrom('companies').selectAll().execute()).rejects.toThrow(/own handle/);
      await expect(database.pool.query('SELECT 1')).rejects.toThrow(/own handle/);
    });
    expect((await database.pool.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }]);
  });

  test('what a transaction started and left behind may use the outer handle afterwards', async () => {
    const { promise: ended, resolve: end } = Promise.withResolvers<void>();
    let remainingLocks: Promise<unknown> = Promise.resolve();
    await inTransaction(getDatabase(), {}, async () => {
      remainingLocks = ended.then(() => getDatabase().pool.query('SELECT 1 AS one'));
    });
    end();
    await expect(remainingLocks).resolves.toMatchObject({ rows: [{ one: 1 }] });
  });

  test('isolation repeatable read sees one moment', async () => {
    const { rows } = await inTransaction(getDatabase(), { isolationLevel: 'repeatable read' }, (db) =>
      sql<{ level: string }>`SELECT current_setting('transaction_isolation') AS level`.execute(db),
    );
    expect(rows).toEqual([{ level: 'repeatable read' }]);
  });
});
