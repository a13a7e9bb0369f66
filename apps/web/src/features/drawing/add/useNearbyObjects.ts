import { type Classifier, type Feature, listFeatures } from '@pgis/contract';
import { distanceToM, EARTH_RADIUS_M, type Extent, type Position, parseWkt } from '@pgis/geo';
import { useQuery } from '@tanstack/react-query';
import { callApi } from '../../../api/index.ts';
import { nearbyKey } from '../../../objects/objectQueries.ts';
import { useSession } from '../../session/index.ts';

/** Distance within which two reports may be about the same thing. */
const NEARBY_M = 50;
const MAX_LISTED = 3;
/** Zoom at which the server sends shapes with all their vertices. */
const CLOSE_ZOOM = 20;

export type NearbyLayer = Pick<Classifier, 'id' | 'zoomFrom' | 'zoomTo'>;

export interface NearbyObject {
  readonly feature: Feature;
  readonly distanceM: number;
}

/** Square around a position of EPSG:3857; its sides are at least `radiusM` metres of ground away. */
function extentAround([x, y]: Position, radiusM: number): Extent {
  const halfSide = radiusM * Math.cosh(y / EARTH_RADIUS_M) * 1.01; // The ellipsoid can need up to 0.7 % more than the sphere.
  return [x - halfSide, y - halfSide, x + halfSide, y + halfSide];
}

export interface Nearby {
  /** The nearest objects, nearest first. */
  readonly nearest: readonly NearbyObject[];
  /** Number of further objects within the distance. */
  readonly more: number;
}

const nothing: Nearby = { nearest: [], more: 0 };

/** Picks the objects no farther than `NEARBY_M` from a position. */
export function pickNearby(features: readonly Feature[], position: Position): Nearby {
  const near = features
    .flatMap((feature) => {
      const parsed = parseWkt(feature.wkt);
      return parsed.ok ? [{ feature, distanceM: distanceToM(parsed.geometry, position) }] : [];
    })
    .filter(({ distanceM }) => distanceM <= NEARBY_M)
    .toSorted((a, b) => a.distanceM - b.distanceM);
  return { nearest: near.slice(0, MAX_LISTED), more: Math.max(0, near.length - MAX_LISTED) };
}

/** Nearest objects of a layer around a position, as far as the user may see them. */
export function useNearbyObjects(position: Position, layer: NearbyLayer | null): Nearby {
  const { user } = useSession();
  const { data } = useQuery({
    queryKey: nearbyKey(layer?.id ?? null, ...position, user?.userId ?? null),
    queryFn: async ({ signal }) => {
      const [minx, miny, maxx, maxy] = extentAround(position, NEARBY_M);
      const zoom = Math.max(layer?.zoomFrom ?? 0, Math.min(layer?.zoomTo ?? CLOSE_ZOOM, CLOSE_ZOOM));
      const body = { minx, miny, maxx, maxy, zoom, classifiers: layer ? [layer.id] : [] };
      return pickNearby(await callApi(listFeatures, { body, signal, background: true }), position);
    },
    enabled: layer !== null,
  });
  return (layer !== null && data) || nothing;
}
