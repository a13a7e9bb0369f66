import type { MapAction } from './MapAction.ts';
import type { ObjectMove } from './objects/ObjectMove.ts';
import type { Drawing } from './tools/Tool.ts';

/** What happens on the map and is asked of the screens around it. */
export interface MapEvents {
  /** TOOL-12: describe it. The shape stays on the map until `discardDraft`. */
  drawn: Drawing;
  moved: ObjectMove;
  /** The user tried to drag an object that he may not change. */
  moveRefused: null;
  /** A tool was chosen: what belongs to the one before closes (TOOL-08). */
  toolChosen: MapAction;
  /** Objects were added, changed or deleted: whatever shows them asks for them again. */
  reloaded: undefined;
  /** Moved by hand. */
  dragged: undefined;
}
