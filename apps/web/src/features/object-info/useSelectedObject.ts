import type { Geom } from '@pgis/contract';
import { geometrySizeText, parseWkt } from '@pgis/geo';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { type Language, useTexts } from '../../i18n/index.ts';
import { useMap } from '../../map/index.ts';
import { objectQuery } from '../../objects/objectQueries.ts';
import { useStore } from '../../store/useStore.ts';
import { useSession } from '../session/index.ts';

/** SEL-03: the selected object as stored, and the size of its geometry as text ('' for points). */
export function useSelectedObject() {
  const map = useMap();
  const { user } = useSession();
  const { language } = useTexts();
  const key = useStore(map.selection);
  const id = key?.id ?? null;
  const query = useQuery(objectQuery(id, user?.userId ?? null));
  const geom = id === null ? undefined : query.data;
  const sizeText = useMemo(() => (geom ? sizeTextOf(geom, language) : ''), [geom, language]);
  return { key, geom, sizeText, query };
}

export function sizeTextOf({ wkt }: Pick<Geom, 'wkt'>, language: Language): string {
  const parsed = parseWkt(wkt);
  return parsed.ok ? geometrySizeText(parsed.geometry, language) : '';
}
