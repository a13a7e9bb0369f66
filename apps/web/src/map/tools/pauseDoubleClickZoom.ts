import DoubleClickZoom from 'ol/interaction/DoubleClickZoom.js';
import type OlMap from 'ol/Map.js';

/** Pauses zooming by double click, which ends a drawing here. Returns a function that resumes it. */
export function pauseDoubleClickZoom(map: OlMap): () => void {
  const zoom = map
    .getInteractions()
    .getArray()
    .find((one) => one instanceof DoubleClickZoom);
  zoom?.setActive(false);
  // Waits until the click in progress has been handled.
  return () => void setTimeout(() => zoom?.setActive(true), 300);
}
