import type { MapController } from '../../map/index.ts';
import { setLayerSwitch } from './layerSwitches.ts';

/** A hand on the switch; switching off also clears the selection and goes back to selecting (LIST-07, LIST-08). */
export function switchLayer(map: MapController, id: number, isOn: boolean): void {
  setLayerSwitch(id, isOn);
  if (!isOn) map.setTool('SelectObject');
}
