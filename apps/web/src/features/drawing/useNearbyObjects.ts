import { type Classifier, type Feature, listFeatures } from '@pgis/contract';
import { distanceToM, EARTH_RADIUS_M, type Extent, type Position, parseWkt } from '@pgis/geo';
import { useQuery } from '@tanstack/react-query';
import { callApi } from '../../api/index.ts';
import { useSession } from '../session/index.ts';

/** What lies so near may be the same thing. */
const NEARBY_M = 50;
const MOST_SHOWN = 3;
/** Near enough for shapes to have all their vertices. */
const CLOSE_ZOOM = 20;

export type NearbyLayer = Pick<Classifier, 'id' | 'zoomFrom' | 'zoomTo'>;

export interface NearbyObject {
  readonly feature: Feature;
  readonly distanceM: number;
}

/** The square around a place of EPSG:3857 whose sides are that many metres of ground away. */
function extentAround([x, y]: Position, reachM: number): Extent {
  const reach = reachM * Math.cosh(y / EARTH_RADIUS_M) * 1.01; // Of the ellipsoid it takes up to 0.7 % more.
  return [x - reach, y - reach, x + reach, y + reach];
}

export interface Nearby {
  /** The nearest first. */
  readonly shown: readonly NearbyObject[];
  /** So many more lie as near. */
  readonly more: number;
}

const nothing: Nearby = { shown: [], more: 0 };

/** The nearest of some objects, no farther than `NEARBY_M`. */
export function pickNearby(features: readonly Feature[], place: Position): Nearby {
  const near = features
    .flatMap((feature) => {
      const parsed = parseWkt(feature.wkt);
      return parsed.ok ? [{ feature, distanceM: distanceToM(parsed.geometry, place) }] : [];
    })
    .filter(({ distanceM }) => distanceM <= NEARBY_M)
    .toSorted((a, b) => a.distanceM - b.distanceM);
  return { shown: near.slice(0, MOST_SHOWN), more: Math.max(0, near.length - MOST_SHOWN) };
}

/** The nearest objects of a layer around a place, as far as the reader may see them. */
export function useNearbyObjects(place: Position, layer: NearbyLayer | null): Nearby {
  const { user } = useSession();
  const { data } = useQuery({
    queryKey: ['nearby', layer?.id ?? null, ...place, user?.userId ?? null],
    queryFn: async ({ signal }) => {
      const [minx, miny, maxx, maxy] = extentAround(place, NEARBY_M);
      const zoom = Math.max(layer?.zoomFrom ?? 0, Math.min(layer?.zoomTo ?? CLOSE_ZOOM, CLOSE_ZOOM));
      const body = { minx, miny, maxx, maxy, zoom, classifiers: layer ? [layer.id] : [] };
      return pickNearby(await callApi(listFeatures, { body, signal, background: true }), place);
    },
    enabled: layer !== null,
  });
  return (layer !== null && data) || nothing;
}
