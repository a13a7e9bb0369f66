import { MAX_ZOOM } from '@pgis/geo';
import { defaults as defaultInteractions } from 'ol/interaction/defaults.js';
import OlMap from 'ol/Map.js';
import View from 'ol/View.js';
import type { MapView } from './startView.ts';

/** Creates an empty map with a view. Its controls are React components beside it. */
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
      // Whole zoom levels: tiles and loaded geometries (LOAD-12) are made for them.
      constrainResolution: true,
      enableRotation: false,
    }),
  });
}
