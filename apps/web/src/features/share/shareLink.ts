import { type MapAddress, writeMapAddress } from '@pgis/contract';
import type { Language } from '../../i18n/index.ts';

/** The parts of a view that a link may leave out. */
export type SharedPart = 'view' | 'layers' | 'filters' | 'object' | 'base';

/** The query of a link to a view, with these parts of it. Rules that are switched off belong to the layers. */
export function sharedQuery(address: MapAddress, parts: ReadonlySet<SharedPart>): string {
  const { view, layerIds, hiddenRules, filters, objectId, baseLayerIds } = address;
  return writeMapAddress({
    ...(parts.has('view') && view && { view }),
    ...(parts.has('base') && baseLayerIds && { baseLayerIds }),
    ...(parts.has('layers') && layerIds && { layerIds, ...(hiddenRules && { hiddenRules }) }),
    ...(parts.has('filters') && filters && { filters }),
    ...(parts.has('object') && objectId !== undefined && { objectId }),
  });
}

const pageAddress = (): string => `${window.location.origin}${window.location.pathname}`;

/** The link that holds the view itself. */
export const longLink = (query: string, language: Language): string =>
  `${pageAddress()}#/${language}/dashboard${query === '' ? '' : `?${query}`}`;

/** The link to a stored view; without a language it opens in that of its reader. */
export const shortLink = (code: string, language: Language | null): string =>
  `${pageAddress()}#${language === null ? '' : `/${language}`}/s/${code}`;
