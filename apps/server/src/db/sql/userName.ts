import type { Language } from '@pgis/contract';
import { type RawBuilder, sql } from 'kysely';

/** Shown instead of the name of a deleted user. */
export const deletedUser: Readonly<Record<Language, string>> = {
  en: 'Deleted user',
  ru: 'Удалённый пользователь',
  lv: 'Dzēsts lietotājs',
};

/** Author of a comment as SQL. A deleted user is not named; comments without an author give null. */
export const authorName = (table: string, language: Language): RawBuilder<string> => sql`
  CASE WHEN ${sql.ref(`${table}.author_name`)} = '' AND ${sql.ref(`${table}.author_id`)} IS NOT NULL
       THEN ${deletedUser[language]}::text ELSE ${sql.ref(`${table}.author_name`)} END`;

/**
 * Display name of a row of `users` as SQL: the e-mail address of a user without a name; a deleted user is not
 * named.
 */
export const userName = (table: string, language: Language): RawBuilder<string> => {
  const column = (name: string) => sql.ref(`${table}.${name}`);
  return sql`CASE WHEN ${column('deleted_at')} IS NOT NULL THEN ${deletedUser[language]}::text
    ELSE coalesce(nullif(btrim(${column('first_name')} || ' ' || ${column('last_name')}), ''), ${column('email')}) END`;
};
