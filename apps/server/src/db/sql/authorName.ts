import type { Language } from '@pgis/contract';
import { type RawBuilder, sql } from 'kysely';

/** Instead of the name of a user who was deleted. */
export const deletedUser: Readonly<Record<Language, string>> = {
  en: 'Deleted user',
  ru: 'Удалённый пользователь',
  lv: 'Dzēsts lietotājs',
};

/** Who wrote a comment; of a user who was deleted only that. Comments that nobody in particular wrote have no author. */
export const authorName = (table: string, language: Language): RawBuilder<string> => sql`
  CASE WHEN ${sql.ref(`${table}.author_name`)} = '' AND ${sql.ref(`${table}.author_id`)} IS NOT NULL
       THEN ${deletedUser[language]}::text ELSE ${sql.ref(`${table}.author_name`)} END`;
