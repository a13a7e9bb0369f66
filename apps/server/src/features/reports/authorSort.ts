import type { Language } from '@pgis/contract';
import { sql } from 'kysely';
import { userName } from '../../db/sql/userName.ts';
import type { LayerAccess } from '../../layers/layerQuery.ts';
import type { SortKey, SortSource } from './SortSource.ts';

/** Sorts by the author's name. Few authors have many objects, so each name is built once (OFFSET): it is the costly part. */
export function authorSort(
  { layer: { companyId } }: LayerAccess,
  language: Language,
): SortSource & { readonly keys: readonly SortKey[] } {
  return {
    from: (objects) => sql`(SELECT g.* FROM ${objects}) AS g
      LEFT JOIN (SELECT u.id, name_order(${userName('u', language)}) AS name_key FROM users AS u
        WHERE u.company_id = ${companyId}::integer OFFSET 0) AS a ON a.id = g.author_id
      WHERE true`,
    keys: [{ type: 'text', expression: sql`coalesce(a.name_key, '') COLLATE "C"` }],
  };
}
