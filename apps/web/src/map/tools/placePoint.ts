import type MapBrowserEvent from 'ol/MapBrowserEvent.js';
import { listenToKeys } from './listenToKeys.ts';
import type { EnterTool } from './Tool.ts';

/** The pin stands still in the middle; a tap brings the place under it. Confirming is a button outside the map. */
export const enterPlacePoint: EnterTool = ({ map, leave, setStep }) => {
  const bringUnderPin = ({ coordinate }: MapBrowserEvent) => {
    map.getView().animate({ center: coordinate, duration: 200 });
  };
  map.on('click', bringUnderPin);
  const stopKeys = listenToKeys({ escape: leave });
  setStep('start');
  return () => {
    map.un('click', bringUnderPin);
    stopKeys();
  };
};
