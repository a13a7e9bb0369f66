import { searchPlaces } from '@pgis/contract';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { callApi } from '../../api/index.ts';

interface PlaceSearchRequest {
  readonly text: string;
  readonly language: string;
  readonly userId: number | null;
  /** Returns the point that results should be near. */
  readonly getCenterLonLat: () => readonly [number, number];
}

/** D-UI-03: a background request without a spinner; the next letter aborts it. */
export const placesQuery = ({ text, language, userId, getCenterLonLat }: PlaceSearchRequest) =>
  queryOptions({
    queryKey: ['places', text, language, userId],
    queryFn({ signal }) {
      const [lon, lat] = getCenterLonLat();
      return callApi(searchPlaces, { query: { q: text, lon, lat }, signal, background: true });
    },
    placeholderData: keepPreviousData,
    retry: false,
    // The centre of the map may be another one the next time.
    gcTime: 0,
  });
