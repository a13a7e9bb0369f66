import DoubleClickZoom from 'ol/interaction/DoubleClickZoom.js';
import type OlMap from 'ol/Map.js';

/** The double click that ends a drawing is not meant for the zoom. Returns the way out. */
export function pauseDoubleClickZoom(map: OlMap): () => void {
  const zoom = map
    .getInteractions()
    .getArray()
    .find((one) => one instanceof DoubleClickZoom);
  zoom?.setActive(false);
  // The click in progress has to pass before double clicks count again.
  return () => void setTimeout(() => zoom?.setActive(true), 300);
}
