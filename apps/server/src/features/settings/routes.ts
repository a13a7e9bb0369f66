import { type ClientSettings, getSettings } from '@pgis/contract';
import type { FastifyInstance } from 'fastify';
import type { AppDeps } from '../../AppDeps.ts';
import { route } from '../../http/route.ts';
import { listCompanies } from './repository.ts';

/** VIEW-01: the product's default view. */
const product = { centerLonLat: [23.9890828, 56.9713962], zoom: 10 } as const;

/** A company's name and view count where it is the only one on the server. */
async function readSettings({ config, database, isDemo, version }: AppDeps): Promise<ClientSettings> {
  const companies = await listCompanies(database.db, 2);
  const only = companies.length === 1 ? companies[0] : undefined;
  return {
    version,
    defaultRoute: config.defaultRoute,
    companyName: only?.name ?? '',
    defaultCenterLonLat:
      only?.default_lon != null && only.default_lat != null
        ? [only.default_lon, only.default_lat]
        : [...product.centerLonLat],
    defaultZoom: only?.default_zoom ?? product.zoom,
    enableServerRendering: config.enableServerRendering,
    vectorLimit: config.vectorLimit,
    cadastreSearch: config.places.cadastreSearch,
    demo: isDemo,
  };
}

export function settingsRoutes(app: FastifyInstance, deps: AppDeps): void {
  route(app, getSettings, () => readSettings(deps));
}
