export { readSourceOptions } from './base-layers/readSourceOptions.ts';
export { type HoveredObject, popupMark } from './HoverWatch.ts';
export { hasIconFonts, loadIconFonts } from './iconFonts.ts';
export { LayerPreviewMap } from './LayerPreviewMap.ts';
export type { MapAction } from './MapAction.ts';
export { MapContext, useMap } from './MapContext.ts';
export { MapController, type MapData } from './MapController.ts';
export type { OwnPlace } from './OwnPlaceLayer.ts';
export { type HiddenRules, listHiddenRules } from './objects/HiddenRules.ts';
export type { ImageRequest, LoadImage } from './objects/LayerImages.ts';
export { makeLayerLook } from './objects/layerLook.ts';
export { isInZoom, type LayerFilter, type ObjectLayer } from './objects/ObjectLayer.ts';
export type { ObjectLayersState } from './objects/ObjectLayers.ts';
export type { ObjectMove } from './objects/ObjectMove.ts';
export { PictureNotReady } from './objects/PictureNotReady.ts';
export type { MapPicture, PictureRequest } from './printing/drawMapPicture.ts';
export type { SelectedKey } from './Selection.ts';
export { createStore, type ReadonlyStore } from './Store.ts';
export { StylePreview } from './StylePreview.ts';
export type { ShapeEdit } from './shape/ShapeEdit.ts';
export { chooseStartView, MAX_ZOOM, OBJECT_MAX_ZOOM } from './startView.ts';
export type { Drawing } from './tools/Tool.ts';
export type { ToolState } from './tools/ToolSwitch.ts';

export { useStore } from './useStore.ts';

/** Few people look at sources: what finds a tile comes when it is asked for. */
export const loadTileFinder = () => import('./base-layers/findTileAddress.ts');
