import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

const statements = [
  'CREATE TABLE first (id int PRIMARY KEY)',
  'INSERT INTO first SELECT generate_series(1, 100)',
  'ALTER TABLE first ADD COLUMN name text',
  'CREATE INDEX first_name ON first (name)',
  "CREATE FUNCTION next_one() RETURNS int LANGUAGE sql AS 'SELECT 1'",
  'CREATE TABLE second (id int REFERENCES first)',
] as const;

export const statementCount = statements.length * 2;

/** Two migrations in small steps; `beforeStep(n)` is called before each, 1 to `statementCount`. */
export function stepMigrations(
  beforeStep: (step: number) => void | Promise<void>,
): Record<string, Migration> {
  const inSchema = (schema: string, stepsBefore: number): Migration => ({
    async up(db: Kysely<unknown>) {
      await sql.raw(`CREATE SCHEMA ${schema}; SET LOCAL search_path = ${schema}, public`).execute(db);
      for (const [i, statement] of statements.entries()) {
        await beforeStep(stepsBefore + i + 1);
        await sql.raw(statement).execute(db);
      }
      await sql.raw('SET LOCAL search_path = public').execute(db);
    },
  });
  return { '0001_one': inSchema('one', 0), '0002_two': inSchema('two', statements.length) };
}
