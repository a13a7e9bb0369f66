import type MapBrowserEvent from 'ol/MapBrowserEvent.js';
import { listenToKeys } from '../listenToKeys.ts';
import type { EnterTool } from '../Tool.ts';

/** The pin stands still in the middle of the map, which the user moves under it. A button outside the map confirms. */
export const enterPinPoint: EnterTool = ({ map, leave, setStep }) => {
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
