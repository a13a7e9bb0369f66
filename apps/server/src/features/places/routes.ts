import { findNearestPlace as nearestCall, searchPlaces as searchCall } from '@pgis/contract';
import type { FastifyInstance } from 'fastify';
import type { AppDeps } from '../../AppDeps.ts';
import type { Config } from '../../config.ts';
import { route } from '../../http/route.ts';
import { findNearestPlace } from './findNearestPlace.ts';
import { gazetteerPlaces } from './gazetteerPlaces.ts';
import type { PlaceProvider } from './PlaceProvider.ts';
import { photonPlaces } from './photonPlaces.ts';
import { searchPlaces } from './searchPlaces.ts';

const chooseProvider = ({ photonUrl }: Config['places']): PlaceProvider =>
  photonUrl === undefined ? gazetteerPlaces : photonPlaces(photonUrl);

export function placeRoutes(app: FastifyInstance, deps: AppDeps): void {
  const provider = chooseProvider(deps.config.places);
  route(app, nearestCall, ({ language, query: { lon, lat, towns = false }, log }) =>
    findNearestPlace(towns ? gazetteerPlaces : provider, { lonLat: [lon, lat], language, log }),
  );
  route(app, searchCall, ({ actor, language, query: { q, lon, lat }, log }) =>
    searchPlaces(deps, provider, { reader: { actor, language }, text: q, centerLonLat: [lon, lat], log }),
  );
}
