import { type ClientSettings, getSettings } from '@pgis/contract';
import type { FastifyInstance } from 'fastify';
import type { Kysely } from 'kysely';
import type { AppDeps } from '../../AppDeps.ts';
import type { Schema } from '../../db/schema.ts';
import { route } from '../../http/route.ts';
import { toStartView } from '../../query/readStartView.ts';

const SYSTEM = 0;

/** Lists the first `max` companies; the caller needs to know whether there is just one. */
const listCompanies = (db: Kysely<Schema>, max: number) =>
  db
    .selectFrom('companies')
    .select(['company_id', 'name', 'default_lon', 'default_lat', 'default_zoom'])
    .where('company_id', '!=', SYSTEM)
    .orderBy('company_id')
    .limit(max)
    .execute();

/** A company's name and view are used when it is the only one on the server. */
async function readSettings({ config, database, isDemo, version }: AppDeps): Promise<ClientSettings> {
  const companies = await listCompanies(database.db, 2);
  const only = companies.length === 1 ? companies[0] : undefined;
  const { centerLonLat, zoom } = toStartView(only);
  return {
    version,
    defaultRoute: config.defaultRoute,
    companyName: only?.name ?? '',
    defaultCenterLonLat: [...centerLonLat],
    defaultZoom: zoom,
    enableServerRendering: config.enableServerRendering,
    vectorLimit: config.vectorLimit,
    cadastreSearch: config.places.cadastreSearch,
    demo: isDemo,
  };
}

export function settingsRoutes(app: FastifyInstance, deps: AppDeps): void {
  route(app, getSettings, () => readSettings(deps));
}
