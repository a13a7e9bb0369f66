import type { Kysely } from 'kysely';
import type { Schema } from '../../db/schema.ts';

const SYSTEM = 0;

/** The first few companies; whoever asks wants to know whether there is just one. */
export const listCompanies = (db: Kysely<Schema>, atMost: number) =>
  db
    .selectFrom('companies')
    .select(['company_id', 'name', 'default_lon', 'default_lat', 'default_zoom'])
    .where('company_id', '!=', SYSTEM)
    .orderBy('company_id')
    .limit(atMost)
    .execute();
