import type MapBrowserEvent from 'ol/MapBrowserEvent.js';
import { listenToKeys, onMap } from './listenToKeys.ts';
import type { EnterTool } from './Tool.ts';

/** A click selects the object under it, or the nearest one, or nothing. */
export const enterSelectObject: EnterTool = ({ map, viewport, setStep, pickAt, hasObjectAt }) => {
  let frame = 0;
  const pick = ({ pixel }: MapBrowserEvent) => pickAt(pixel);
  const showCursor = ({ pixel, dragging }: MapBrowserEvent) => {
    if (dragging) return;
    cancelAnimationFrame(frame);
    frame = requestAnimationFrame(() => {
      viewport.style.cursor = hasObjectAt(pixel) ? 'pointer' : '';
    });
  };
  // A double click zooms: only a click that stays single selects, or reading on would end with it.
  map.on('singleclick', pick);
  map.on('pointermove', showCursor);
  const pickCentre = () => {
    const [width = 0, height = 0] = map.getSize() ?? [];
    pickAt([width / 2, height / 2]);
  };
  const stopKeys = listenToKeys({ enter: onMap(map, pickCentre) });
  setStep('start');
  return () => {
    map.un('singleclick', pick);
    map.un('pointermove', showCursor);
    cancelAnimationFrame(frame);
    viewport.style.cursor = '';
    stopKeys();
  };
};
