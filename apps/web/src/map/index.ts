export { type HoveredObject, popupMark } from './interaction/HoverWatch.ts';
export type { OpenedCluster } from './interaction/OpenedCluster.ts';
export type { SelectedKey } from './interaction/Selection.ts';
export type { ShapeEdit } from './interaction/shape/ShapeEdit.ts';
export { readSourceOptions } from './layers/base-layers/readSourceOptions.ts';
export type { OwnPosition } from './layers/OwnPositionLayer.ts';
export { type HiddenRules, listHiddenRules } from './layers/objects/HiddenRules.ts';
export { ImageNotReady } from './layers/objects/ImageNotReady.ts';
export type { ImageRequest, LoadImage } from './layers/objects/LayerImages.ts';
export { makeLayerAppearance } from './layers/objects/layerAppearance.ts';
export { isInZoom, type LayerFilter, type ObjectLayer } from './layers/objects/ObjectLayer.ts';
export type { ObjectLayersState } from './layers/objects/ObjectLayers.ts';
export type { ObjectMove } from './layers/objects/ObjectMove.ts';
export { MapContext, useMap } from './MapContext.ts';
export { MapController, type MapData } from './MapController.ts';
export { followChanges } from './mapChanges.ts';
export type { MapImage, MapImageRequest } from './printing/drawMapImage.ts';
export { loadDrawingTools } from './tools/lateTool.ts';
export type { MapAction } from './tools/MapAction.ts';
export type { Drawing } from './tools/Tool.ts';
export type { ToolState } from './tools/ToolSwitch.ts';
export { hasIconFonts, loadIconFonts } from './view/iconFonts.ts';
export { chooseStartView, LINK_MAX_ZOOM, maxZoomOfLink, OBJECT_MAX_ZOOM } from './view/startView.ts';

/** Few users edit tile sources, so finding a tile loads on demand. */
export const loadTileFinder = () => import('./layers/base-layers/findTileAddress.ts');
