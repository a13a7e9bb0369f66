export {
  layerFilters,
  showLinkedFilters,
} from './filter/layerFilters.ts';
export { SizeLegend } from './LazySizeLegend.ts';
export { CopyLinkButton, CopyLinkIcon } from './links/CopyLinkButton.tsx';
export { objectLink } from './links/objectLink.ts';
export { useObjectLink } from './links/useObjectLink.ts';
export { useShowObject } from './links/useShowObject.ts';
export { LayerGroupSection } from './list/LayerGroupSection.tsx';
export { LayerSymbol, useFindLayer } from './list/LayerSymbol.tsx';
export { ObjectsSection } from './list/ObjectsSection.tsx';
export { useFolds } from './list/useFolds.ts';
export { LoadMark } from './on-map/LoadMark.tsx';
export { mapData, toImageQuery } from './on-map/mapData.ts';
export { useObjectMap } from './on-map/useObjectMap.ts';
export { hiddenRules, showLinkedRules } from './rules/hiddenRules.ts';
export { writeHiddenRules } from './rules/hiddenRulesText.ts';
export { StyleSwatch, type SwatchKind } from './StyleSwatch.tsx';
export { useLayerList } from './useLayerList.ts';
export { useSwitchedOnLayers } from './useSwitchedOnLayers.ts';
export { useWaitingCount } from './waiting/WaitingLine.tsx';
