import type { ObjectMove } from './layers/objects/ObjectMove.ts';
import type { MapAction } from './tools/MapAction.ts';
import type { Drawing } from './tools/Tool.ts';

/** Events of the map that the screens around it react to. */
export interface MapEvents {
  /** TOOL-12: the user has drawn a shape to describe. It stays on the map until `discardDraft`. */
  drawn: Drawing;
  moved: ObjectMove;
  /** The user tried to drag an object that they may not change. */
  moveRefused: null;
  /** A tool was activated; panels of the previous tool close (TOOL-08). */
  toolSelected: MapAction;
  /** A tool was activated whose code could not be loaded; `retry` activates it again. */
  toolFailed: { readonly error: unknown; readonly retry: () => void };
  /** A tool was activated that draws an object. */
  drawingStarted: undefined;
  /** The user has dragged the map. */
  dragged: undefined;
}
