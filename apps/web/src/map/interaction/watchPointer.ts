import { toLonLat } from '@pgis/geo';
import type OlMap from 'ol/Map.js';
import type MapBrowserEvent from 'ol/MapBrowserEvent.js';

/**
 * Reports longitude and latitude under the pointer, at most once per frame, and null when it leaves. Returns a
 * function that stops it.
 */
export function watchPointer(
  map: OlMap,
  viewport: HTMLElement,
  onMove: (lonLat: readonly [number, number] | null) => void,
): () => void {
  let frame = 0;
  const leave = () => {
    cancelAnimationFrame(frame);
    onMove(null);
  };
  const follow = ({ coordinate: [x, y] }: MapBrowserEvent) => {
    cancelAnimationFrame(frame);
    frame = requestAnimationFrame(() => x !== undefined && y !== undefined && onMove(toLonLat([x, y])));
  };
  map.on('pointermove', follow);
  viewport.addEventListener('pointerleave', leave);
  return () => {
    leave();
    map.un('pointermove', follow);
    viewport.removeEventListener('pointerleave', leave);
  };
}
