import { MAX_ZOOM } from '@pgis/geo';
import DoubleClickZoom from 'ol/interaction/DoubleClickZoom.js';
import DragPan from 'ol/interaction/DragPan.js';
import DragZoom from 'ol/interaction/DragZoom.js';
import KeyboardPan from 'ol/interaction/KeyboardPan.js';
import KeyboardZoom from 'ol/interaction/KeyboardZoom.js';
import MouseWheelZoom from 'ol/interaction/MouseWheelZoom.js';
import PinchZoom from 'ol/interaction/PinchZoom.js';
import Kinetic from 'ol/Kinetic.js';
import OlMap from 'ol/Map.js';
import View from 'ol/View.js';
import type { MapView } from './startView.ts';

/** Creates an empty map with a view. Its controls are React components beside it. */
export function createOlMap({ center, zoom }: MapView): OlMap {
  return new OlMap({
    controls: [],
    // The defaults of ol, but for those that rotate.
    interactions: [
      new DoubleClickZoom(),
      new DragPan({ kinetic: new Kinetic(-0.005, 0.05, 100) }),
      new PinchZoom(),
      new KeyboardPan(),
      new KeyboardZoom(),
      new MouseWheelZoom(),
      new DragZoom(),
    ],
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
