import { sql } from 'kysely';
import { sortedFieldText } from '../../layers/fieldTextIn.ts';
import type { LayerAccess } from '../../layers/layerQuery.ts';
import type { SortKey, SortSource } from './SortSource.ts';

/**
 * Sorts numbers by value and before everything else, so that 9 comes before 10; the rest as text. A subquery with an OFFSET
 * keeps the next one from computing its columns again; written as text it is a constant at once, so parallel workers may
 * share the rows. A regular expression would take longer than all steps together. Days (2026-11-22), which leave `--` without
 * their digits, are the usual text that begins with a digit: they are not parsed as a number and need no lower case.
 */
export function fieldSort(
  access: LayerAccess,
  field: string,
): SortSource & { readonly keys: readonly SortKey[] } {
  return {
    from: (objects, isWhole) => sql`(
      SELECT ${isWhole ? sql`g.*` : sql`g.id, g.text, g.signs`}, CASE
        WHEN g.signs = '' AND octet_length(g.text) <= 25 THEN g.text::float8
        WHEN g.signs = '--' THEN 'Infinity'
        WHEN octet_length(g.text) - octet_length(g.signs) BETWEEN 1 AND 25
          AND (g.signs IN ('.', ',')
               OR (g.signs IN ('-', '+', '-.', '+.', '-,', '+,') AND ascii(g.text) IN (43, 45)))
        THEN (CASE WHEN g.signs IN (',', '-,', '+,') THEN replace(g.text, ',', '.') ELSE g.text END)::float8
        ELSE 'Infinity' END AS number
      FROM (SELECT ${isWhole ? sql`g.*` : sql`g.id, g.text`},
              CASE WHEN ascii(g.text) BETWEEN 43 AND 57 THEN translate(g.text, '0123456789', '') END AS signs
            FROM (SELECT ${isWhole ? sql`g.*` : sql`g.id`}, ${sortedFieldText(access, field)} AS text FROM ${objects} OFFSET '0') AS g
            OFFSET '0') AS g
      OFFSET '0') AS g WHERE true`,
    keys: [
      { type: 'float8', expression: sql`g.number` },
      {
        type: 'text',
        expression: sql`(CASE WHEN g.number < 'Infinity' OR (g.signs = '--' AND octet_length(g.text) <= 60) THEN g.text
          ELSE left(lower(coalesce(g.text, '')), 60) END) COLLATE "C"`,
      },
    ],
  };
}
