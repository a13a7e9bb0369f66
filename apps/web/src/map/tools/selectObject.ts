import type MapBrowserEvent from 'ol/MapBrowserEvent.js';
import { listenToKeys, onMap } from './listenToKeys.ts';
import type { EnterTool } from './Tool.ts';

/** A click selects the object under it, or the nearest one, or clears the selection. */
export const enterSelectObject: EnterTool = ({ map, viewport, setStep, clickPick, hasObjectAt }) => {
  let frame = 0;
  const click = ({ pixel }: MapBrowserEvent) => clickPick.click(pixel);
  const staySingle = () => clickPick.staySingle();
  const becomeDouble = (event: MapBrowserEvent) => {
    // Two clicks that are far apart are no double click and do not zoom.
    if (!clickPick.becomeDouble()) event.stopPropagation();
  };
  const showCursor = ({ pixel, dragging }: MapBrowserEvent) => {
    if (dragging) return;
    cancelAnimationFrame(frame);
    frame = requestAnimationFrame(() => {
      viewport.style.cursor = hasObjectAt(pixel) ? 'pointer' : '';
    });
  };
  map.on('click', click);
  map.on('singleclick', staySingle);
  map.on('dblclick', becomeDouble);
  map.on('pointermove', showCursor);
  const pickCentre = () => {
    const [width = 0, height = 0] = map.getSize() ?? [];
    clickPick.pickAt([width / 2, height / 2]);
  };
  const stopKeys = listenToKeys({ enter: onMap(map, pickCentre) });
  setStep('start');
  return () => {
    map.un('click', click);
    map.un('singleclick', staySingle);
    map.un('dblclick', becomeDouble);
    clickPick.forget();
    map.un('pointermove', showCursor);
    cancelAnimationFrame(frame);
    viewport.style.cursor = '';
    stopKeys();
  };
};
