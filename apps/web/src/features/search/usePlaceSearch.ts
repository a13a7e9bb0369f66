import { useDebouncedValue } from '@mantine/hooks';
import type { ClientSettings } from '@pgis/contract';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useTexts } from '../../i18n/index.ts';
import { useMap } from '../../map/index.ts';
import { readSettings } from '../../settings/index.ts';
import { useSession } from '../session/index.ts';
import { placesQuery } from './placeQueries.ts';

const MIN_LENGTH = 2;

/** BREAD-06: exactly 11 digits. */
const isCadastreNumber = (text: string): boolean => /^\d{11}$/.test(text);

/** One letter finds too much, and a cadastre number is searched only if the settings allow it (D-OBJ-10). */
const isSearchable = (text: string, { cadastreSearch }: Pick<ClientSettings, 'cadastreSearch'>): boolean =>
  text.length >= MIN_LENGTH && (cadastreSearch || !isCadastreNumber(text));

const TYPING_MS = 200;

/** Results for a text, requested when the user stops typing; those near the centre of the map come first (BREAD-03). */
export function usePlaceSearch(text: string) {
  const map = useMap();
  const { language } = useTexts();
  const { user } = useSession();
  const [settled] = useDebouncedValue(text.trim(), TYPING_MS);
  const isEnabled = isSearchable(settled, readSettings());
  const query = useQuery({
    ...placesQuery({
      text: settled,
      language,
      userId: user?.userId ?? null,
      getCenterLonLat: () => map.view.get()?.centerLonLat ?? [0, 0],
    }),
    enabled: isEnabled,
  });

  useEffect(() => {
    // BREAD-06, D-OBJ-10.
    if (isCadastreNumber(settled)) console.info(`Cadastre search: ${settled}`);
  }, [settled]);

  return {
    /** The text is a cadastre number, and the settings allow no search for it. */
    isCadastreOff: isCadastreNumber(text.trim()) && !readSettings().cadastreSearch,
    found: isEnabled ? query.data : undefined,
    isFailed: isEnabled && query.isError,
    isSearching: isEnabled && query.isFetching,
    /** The results belong to the current text. */
    isCurrent: isEnabled && settled === text.trim() && !query.isPlaceholderData && !query.isFetching,
  };
}
