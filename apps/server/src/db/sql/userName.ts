import type { Language } from '@pgis/contract';
import { type RawBuilder, sql } from 'kysely';
import { deletedUser } from './authorName.ts';

/** The name of a user of the table `users`: the address of who has none, of a deleted one only that he was. */
export const userName = (table: string, language: Language): RawBuilder<string> => {
  const column = (name: string) => sql.ref(`${table}.${name}`);
  return sql`CASE WHEN ${column('deleted_at')} IS NOT NULL THEN ${deletedUser[language]}::text
    ELSE coalesce(nullif(btrim(${column('first_name')} || ' ' || ${column('last_name')}), ''), ${column('email')}) END`;
};
