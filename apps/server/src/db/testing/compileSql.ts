import {
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type RawBuilder,
} from 'kysely';

const compiler = new Kysely<unknown>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
});

/** Returns an expression as PostgreSQL gets it, in one line: its text, then its parameters. */
export function compileSql(expression: RawBuilder<unknown>): [text: string, ...parameters: unknown[]] {
  const { sql: text, parameters } = expression.compile(compiler);
  return [text.replaceAll(/\s+/g, ' ').trim(), ...parameters];
}
