import { type RawBuilder, sql } from 'kysely';

/** Column: the fields of `g.data` that choose the rule of an object. */
export const ruleDataOf = (fields: readonly string[]): RawBuilder<unknown> =>
  fields.length === 0
    ? sql`NULL::jsonb`
    : sql`jsonb_build_object(${sql.join(fields.map((field) => sql`${field}::text, g.data -> ${field}::text`))})`;
