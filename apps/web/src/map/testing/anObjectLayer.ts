import type { ObjectLayer } from '../layers/objects/ObjectLayer.ts';

/** A layer of the map for tests: its own, drawn at every zoom, empty. */
export const anObjectLayer = ({ id = 1, ...changes }: Partial<ObjectLayer> = {}): ObjectLayer => ({
  id,
  ownerId: id,
  serverside: false,
  zoomFrom: null,
  zoomTo: null,
  zIndex: 0,
  aggregatedTo: null,
  kinds: [],
  ...changes,
});
