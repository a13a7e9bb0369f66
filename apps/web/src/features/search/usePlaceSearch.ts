import { useDebouncedValue } from '@mantine/hooks';
import { searchPlaces } from '@pgis/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { callApi } from '../../api/index.ts';
import { useTexts } from '../../i18n/index.ts';
import { useMap } from '../../map/index.ts';
import { readSettings } from '../../settings/index.ts';
import { useSession } from '../session/index.ts';
import { isCadastreNumber, isWorthAsking } from './placeQuery.ts';

/** While somebody types nobody is asked. */
const PAUSE_MS = 200;

/** What was found for the words typed: asked for after a pause, around the middle of the map (BREAD-03). */
export function usePlaceSearch(text: string) {
  const map = useMap();
  const { language } = useTexts();
  const { user } = useSession();
  const [asked] = useDebouncedValue(text.trim(), PAUSE_MS);
  const isAsked = isWorthAsking(asked, readSettings());
  const query = useQuery({
    queryKey: ['places', asked, language, user?.userId ?? null],
    queryFn({ signal }) {
      const [lon, lat] = map.view.get()?.centerLonLat ?? [0, 0];
      // D-UI-03: no spinner. A request that another letter has overtaken is cut short.
      return callApi(searchPlaces, { query: { q: asked, lon, lat }, signal, background: true });
    },
    enabled: isAsked,
    placeholderData: keepPreviousData,
    retry: false,
    // The middle of the map may be another one the next time.
    gcTime: 0,
  });

  useEffect(() => {
    // BREAD-06, D-OBJ-10.
    if (isCadastreNumber(asked)) console.info(`Cadastre search: ${asked}`);
  }, [asked]);

  return {
    found: isAsked ? query.data : undefined,
    isFailed: isAsked && query.isError,
    isSearching: isAsked && query.isFetching,
    /** Whether the answer is to the words as they stand there. */
    isCurrent: isAsked && asked === text.trim() && !query.isPlaceholderData && !query.isFetching,
  };
}
