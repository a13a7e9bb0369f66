import {
  type findNearestPlace as call,
  type Language,
  limits,
  NEAREST_PLACE_M,
  type ReplyOf,
} from '@pgis/contract';
import { distanceM, type Position, toMercator } from '@pgis/geo';
import type { FastifyBaseLogger } from 'fastify';
import type { PlaceProvider } from './PlaceProvider.ts';

type Reply = ReplyOf<typeof call>;

const none: Reply = { name: '', distanceM: 0, isAddress: false, attribution: '' };

interface NearestRequest {
  readonly lonLat: Position;
  readonly language: Language;
  readonly log: Pick<FastifyBaseLogger, 'warn'>;
}

/** Names a position; without the geocoder it stays without a name, and the report gets its coordinates. */
export async function findNearestPlace(
  provider: PlaceProvider,
  { lonLat, language, log }: NearestRequest,
): Promise<Reply> {
  const nearest = await provider.findNearest(lonLat, language).catch((error: unknown) => {
    log.warn({ err: error }, 'the place service cannot be asked');
    return undefined;
  });
  if (nearest === undefined) return none;
  const { name, isAddress } = nearest;
  const awayM = distanceM(toMercator(nearest.lonLat), toMercator(lonLat));
  if (awayM > NEAREST_PLACE_M) return none;
  return {
    name: name.slice(0, limits.addressLength).trim(),
    distanceM: Math.round(awayM),
    isAddress,
    attribution: provider.attribution,
  };
}
