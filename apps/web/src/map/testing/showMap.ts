import OlMap from 'ol/Map.js';
import { vi } from 'vitest';
import type { MapController } from '../MapController.ts';

/**
 * Shows a map in an element without a screen: jsdom gives elements no size and has no canvas, so nothing is rendered, the
 * size is set, and the end of the first move is announced by hand. Returns a function that takes the map off the page.
 */
export function showMap(map: MapController): () => void {
  let shown: OlMap | undefined;
  const original = OlMap.prototype.setTarget;
  const spy = vi.spyOn(OlMap.prototype, 'setTarget').mockImplementation(function (this: OlMap, target) {
    shown = Object.assign(this, { renderFrame_: () => {} });
    original.call(this, target);
  });
  const detach = map.attach(document.createElement('div'));
  spy.mockRestore();
  shown?.setSize([800, 600]);
  shown?.dispatchEvent('moveend');
  return detach;
}
