import type { Language } from '@pgis/contract';
import { type RawBuilder, sql } from 'kysely';

/** D-CLS-15: a classifier's name in the reader's language. */
export const translatedName = (table: string, language: Language): RawBuilder<string> =>
  sql`coalesce(nullif(${sql.ref(`${table}.names`)} ->> ${language}::text, ''), ${sql.ref(`${table}.name`)})`;
