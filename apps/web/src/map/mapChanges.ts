import { Emitter } from '../store/Emitter.ts';
import type { MapController } from './MapController.ts';
import { noteOwnChange } from './ownChanges.ts';

interface MapChanges {
  /** Ids of layers whose objects, style or settings have changed. */
  layersChanged: readonly number[];
  /** Id of an object that was deleted. */
  objectDeleted: number;
  /** The server can be reached again. */
  reconnected: null;
}

/**
 * Carries changes made on any screen to the map, which may be on none at that moment. Screens without a map import this
 * file and not `map/index.ts`, which brings OpenLayers with it (ROUT-06).
 */
const changes = new Emitter<MapChanges>();

/** The map loads these layers again, and the other layers that show the same objects. */
export function reloadLayers(layerIds: readonly number[]): void {
  noteOwnChange();
  changes.emit('layersChanged', layerIds);
}

/** The map removes the object, and the selection if it was selected. */
export function removeDeletedObject(id: number): void {
  noteOwnChange();
  changes.emit('objectDeleted', id);
}

/** The map loads again the layers and tiles that failed. */
export const retryFailedLayers = (): void => changes.emit('reconnected', null);

/** Connects a map to the changes of all screens; returns a function that disconnects it. */
export function followChanges(map: MapController): () => void {
  const leaves = [
    changes.on('layersChanged', (layerIds) => map.reloadLayers(layerIds)),
    changes.on('objectDeleted', (id) => map.objectDeleted(id)),
    changes.on('reconnected', () => map.retryFailed()),
  ];
  return () => {
    for (const leave of leaves) leave();
  };
}
