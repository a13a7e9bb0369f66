import { toLonLat } from '@pgis/geo';
import type OlMap from 'ol/Map.js';
import type MapBrowserEvent from 'ol/MapBrowserEvent.js';

/** Tells lon/lat under the pointer, at most once a frame, and null when it leaves. Returns the way out. */
export function watchPointer(
  map: OlMap,
  viewport: HTMLElement,
  tell: (lonLat: readonly [number, number] | null) => void,
): () => void {
  let frame = 0;
  const leave = () => {
    cancelAnimationFrame(frame);
    tell(null);
  };
  const follow = ({ coordinate: [x, y] }: MapBrowserEvent) => {
    cancelAnimationFrame(frame);
    frame = requestAnimationFrame(() => x !== undefined && y !== undefined && tell(toLonLat([x, y])));
  };
  map.on('pointermove', follow);
  viewport.addEventListener('pointerleave', leave);
  return () => {
    leave();
    map.un('pointermove', follow);
    viewport.removeEventListener('pointerleave', leave);
  };
}
