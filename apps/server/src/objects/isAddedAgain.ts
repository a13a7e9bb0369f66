import { sql } from 'kysely';

/** The deleted object `g` shares its import key with a newer object of the layer. */
export const isAddedAgain = sql<boolean>`(g.import_key IS NOT NULL AND EXISTS (
  SELECT 1 FROM geoms AS o WHERE o.company_id = g.company_id AND o.class_id = g.class_id
    AND o.import_key = g.import_key AND o.deleted_at IS NULL))`;
