import type { CompanyId } from '@pgis/contract';
import type { Kysely } from 'kysely';
import type { Schema } from '../db/schema.ts';

export interface StartView {
  readonly centerLonLat: readonly [number, number];
  readonly zoom: number;
}

/** VIEW-01: the view of a company that has none of its own. */
const productView: StartView = { centerLonLat: [23.9890828, 56.9713962], zoom: 10 };

interface CompanyView {
  readonly default_lon: number | null;
  readonly default_lat: number | null;
  readonly default_zoom: number | null;
}

export const toStartView = (company: CompanyView | undefined): StartView => ({
  centerLonLat:
    company?.default_lon != null && company.default_lat != null
      ? [company.default_lon, company.default_lat]
      : productView.centerLonLat,
  zoom: company?.default_zoom ?? productView.zoom,
});

/** Reads where the map of a company starts. */
export async function readStartView(db: Kysely<Schema>, companyId: CompanyId): Promise<StartView> {
  const company = await db
    .selectFrom('companies')
    .select(['default_lon', 'default_lat', 'default_zoom'])
    .where('company_id', '=', companyId)
    .executeTakeFirst();
  return toStartView(company);
}
