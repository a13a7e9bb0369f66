import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** `foldText` of the feature places in SQL; a test compares them. No answer depends on the database's locale. */
const foldedText = String.raw`
  CREATE FUNCTION folded_text(given text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
    SELECT btrim(lower(translate(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(
      ' ' || regexp_replace(
        regexp_replace(
          normalize(replace(replace(normalize(given, NFC), 'й', 'j'), 'Й', 'j'), NFD),
          '[\u02b0-\u036f]', '', 'g'),
        '[\u0001-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00bf\u2000-\u206f]+', ' ', 'g'),
      ' е', ' je'), ' Е', ' je'), 'щ', 'sc'), 'Щ', 'sc'), 'ю', 'ju'), 'Ю', 'ju'), 'я', 'ja'), 'Я', 'ja'),
      'ß', 'ss'), 'ẞ', 'ss'), 'æ', 'ae'), 'Æ', 'ae'),
      'абвгдежзиклмнопрстуфхцчшыэєАБВГДЕЖЗИКЛМНОПРСТУФХЦЧШЫЭЄøØłŁđĐıьъЬЪ',
      'abvgdezziklmnoprstufhccsieeabvgdezziklmnoprstufhccsieeoollddi')))
  $$`;

/**
 * Finding objects by words of their address, and parcels by their number. No column is added, so that no large table is
 * written anew; the words are compared as the index holds them.
 */
const statements = [
  foldedText,
  `CREATE FUNCTION folded_words(given text) RETURNS tsvector LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
     SELECT array_to_tsvector(string_to_array(public.folded_text(given), ' '))
   $$`,
  `CREATE INDEX geoms_words ON geoms USING gin (folded_words(name)) WHERE deleted_at IS NULL`,
  `CREATE INDEX geoms_kadastrs ON geoms (company_id, (data ->> 'kadastrs'))
     WHERE deleted_at IS NULL AND data ->> 'kadastrs' IS NOT NULL`,
];

export const search: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};
