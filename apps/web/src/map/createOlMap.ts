import { defaults as defaultInteractions } from 'ol/interaction/defaults.js';
import OlMap from 'ol/Map.js';
import View from 'ol/View.js';
import { MAX_ZOOM, type MapView } from './startView.ts';

/** An empty map at a view. Its controls are ours and stand beside it. */
export function createOlMap({ center, zoom }: MapView): OlMap {
  return new OlMap({
    controls: [],
    interactions: defaultInteractions({ altShiftDragRotate: false, pinchRotate: false }),
    moveTolerance: 3,
    view: new View({
      center: [...center],
      zoom,
      minZoom: 2,
      maxZoom: MAX_ZOOM,
      // Whole levels: what is loaded (LOAD-12) and the tiles are made for them.
      constrainResolution: true,
      enableRotation: false,
    }),
  });
}
