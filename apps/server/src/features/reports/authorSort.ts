import type { Language } from '@pgis/contract';
import { sql } from 'kysely';
import { userName } from '../../db/sql/userName.ts';
import type { LayerScope } from '../classifiers/index.ts';
import type { SortKey, SortSource } from './SortSource.ts';

/** By name. There are few authors of many objects: each is named once (OFFSET), which costs more than all else. */
export function authorSort(
  { layer: { companyId } }: LayerScope,
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
