import type { Database } from '@pgis/server';
import { expect, test } from 'vitest';
import { addActors } from './addActors.ts';
import { DatabaseState } from './DatabaseState.ts';
import { describeOnEachDatabase } from './describeOnEachDatabase.ts';

const readAll = async ({ pool }: Database) => {
  const { rows } = await pool.query(
    `SELECT (SELECT json_agg(c ORDER BY c.company_id) FROM companies c) AS companies,
            (SELECT json_agg(c ORDER BY c.id) FROM classifiers c) AS classifiers,
            (SELECT count(*) FROM users) AS users,
            (SELECT last_value FROM user_seq) AS sequence`,
  );
  return rows[0];
};

describeOnEachDatabase('the state of a database', (getDatabase) => {
  test('is restored with the rows of migrations, without those of tests, and with the sequences', async () => {
    const database = getDatabase();
    const state = await DatabaseState.read(database);
    const before = await readAll(database);
    expect(before.companies).toHaveLength(1);
    const { companyId } = await addActors(database);
    expect((await readAll(database)).companies).toHaveLength(2);
    expect(await state.restore(database)).toBe(true);
    expect(await readAll(database)).toEqual(before);
    expect((await addActors(database)).companyId).toBe(companyId);
    expect(await state.restore(database)).toBe(true);
  });

  test.each([
    ['CREATE TABLE more (id int)', 'DROP TABLE more'],
    ['CREATE INDEX more ON users (first_name)', 'DROP INDEX more'],
    ['ALTER TABLE users ADD COLUMN more int', 'ALTER TABLE users DROP COLUMN more'],
    ['ALTER TABLE audit_log DISABLE TRIGGER USER', 'ALTER TABLE audit_log ENABLE TRIGGER USER'],
    [`CREATE FUNCTION more() RETURNS int LANGUAGE sql AS 'SELECT 1'`, 'DROP FUNCTION more'],
  ])('is not restored after %s', async (change, undo) => {
    const database = getDatabase();
    const state = await DatabaseState.read(database);
    await database.pool.query(change);
    expect(await state.restore(database)).toBe(false);
    await database.pool.query(undo);
    expect(await state.restore(database)).toBe(true);
  });
});
