export { readSourceOptions } from './base-layers/readSourceOptions.ts';
export { type HoveredObject, popupMark } from './HoverWatch.ts';
export { hasIconFonts, loadIconFonts } from './iconFonts.ts';
export type { MapAction } from './MapAction.ts';
export { MapContext, useMap } from './MapContext.ts';
export { MapController, type MapData } from './MapController.ts';
export type { OwnPlace } from './OwnPlaceLayer.ts';
export { isInZoom, type LayerFilter, type ObjectLayer } from './objects/ObjectLayer.ts';
export type { ObjectLayersState } from './objects/ObjectLayers.ts';
export type { ObjectMove } from './objects/ObjectMove.ts';
export type { MapPicture, PictureRequest } from './printing/drawMapPicture.ts';
export type { SelectedKey } from './Selection.ts';
export { createStore, type ReadonlyStore } from './Store.ts';
export type { ShapeEdit } from './shape/ShapeEdit.ts';
export { chooseStartView, MAX_ZOOM, OBJECT_MAX_ZOOM } from './startView.ts';
export type { Drawing } from './tools/Tool.ts';
export type { ToolState } from './tools/ToolSwitch.ts';

export { useStore } from './useStore.ts';
