export { checkStyleText } from './checkStyleText.ts';
export { findShownLayers, listLayersShowing } from './findShownLayers.ts';
export { getEditableLayer } from './getEditableLayer.ts';
export { type LayerRights, layerRights, type Reporter, toReporter } from './layerRights.ts';
export {
  inLayersWhere,
  isBy,
  type LayerScope,
  layerRow,
  layerRows,
  perLayer,
  visibleObjects,
} from './layersInSql.ts';
export { type AddressFilter, parseFilterQuery } from './parseFilterQuery.ts';
export { classifierRoutes } from './routes.ts';
export { type ShownLayer, showsAtZoom } from './ShownLayer.ts';
export { listLayers } from './service.ts';
export type { Reader } from './visibleRows.ts';
