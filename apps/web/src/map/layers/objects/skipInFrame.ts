import type BaseLayer from 'ol/layer/Base.js';
import type { FrameState } from 'ol/Map.js';

/** Leaves a layer out of a frame that has begun. ol lists the layers of a frame before it draws the first one. */
export function skipInFrame(layer: BaseLayer, frame: FrameState): void {
  const state = frame.layerStatesArray.find((one) => one.layer === layer);
  if (state) state.visible = false;
}
