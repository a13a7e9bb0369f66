import type { Language } from '../../i18n/index.ts';
import { type MapAddress, writeMapAddress } from '../map-address/index.ts';

/** The parts of a view that a link may leave out. */
export type SharedPart = 'view' | 'layers' | 'filters' | 'object' | 'base';

/** The link to a view, with these parts of it. Rules that are switched off belong to the layers. */
export function shareLink(address: MapAddress, parts: ReadonlySet<SharedPart>, language: Language): string {
  const { view, layerIds, hiddenRules, filters, objectId, baseLayerIds } = address;
  const query = writeMapAddress({
    ...(parts.has('view') && view && { view }),
    ...(parts.has('base') && baseLayerIds && { baseLayerIds }),
    ...(parts.has('layers') && layerIds && { layerIds, ...(hiddenRules && { hiddenRules }) }),
    ...(parts.has('filters') && filters && { filters }),
    ...(parts.has('object') && objectId !== undefined && { objectId }),
  });
  const { origin, pathname } = window.location;
  return `${origin}${pathname}#/${language}/dashboard${query === '' ? '' : `?${query}`}`;
}
