import PointerInteraction from 'ol/interaction/Pointer.js';
import type MapBrowserEvent from 'ol/MapBrowserEvent.js';
import type { ObjectRecord } from '../layers/objects/toOlFeature.ts';
import { listenToKeys } from './listenToKeys.ts';
import type { EnterTool } from './Tool.ts';

interface Grip {
  readonly record: ObjectRecord;
  readonly from: readonly number[];
  isRefused: boolean;
}

/** DRAG-01: an object follows the pointer and is saved when it is released; Escape puts it back. */
export const enterDragObject: EnterTool = (context) => {
  const { map, viewport, dragged, setStep } = context;
  let grip: Grip | null = null;

  const showCursor = (cursor: string) => {
    viewport.style.cursor = cursor;
  };
  const letGo = () => {
    grip = null;
    setStep('start');
    showCursor('');
  };
  const take = ({ pixel, coordinate }: MapBrowserEvent): boolean => {
    // The previous object is still being saved.
    const record = dragged.isAway ? null : context.findObjectAt(pixel);
    grip = record && { record, from: coordinate, isRefused: false };
    return grip !== null;
  };
  const refuse = (grip: Grip) => {
    if (grip.isRefused) return;
    grip.isRefused = true;
    context.refuseMove();
  };
  const drag = ({ coordinate: [x = 0, y = 0] }: MapBrowserEvent) => {
    if (grip === null) return;
    if (!grip.record.wire.canWrite) return refuse(grip);
    const [fromX = 0, fromY = 0] = grip.from;
    dragged.moveTo(grip.record, x - fromX, y - fromY);
    setStep('continue');
    showCursor('grabbing');
  };
  const release = ({ coordinate: [x = 0, y = 0] }: MapBrowserEvent): boolean => {
    if (grip !== null && dragged.isAway) {
      const [fromX = 0, fromY = 0] = grip.from;
      context.moved(grip.record.wire, x - fromX, y - fromY);
    }
    letGo();
    return false;
  };
  const point = ({ pixel, dragging }: MapBrowserEvent): void => {
    if (dragging) return;
    const record = context.findObjectAt(pixel);
    showCursor(record === null ? '' : record.wire.canWrite ? 'grab' : 'not-allowed');
  };
  const cancel = () => {
    if (grip === null) return context.leave();
    dragged.revert();
    letGo();
  };

  const interaction = new PointerInteraction({
    handleDownEvent: take,
    handleDragEvent: drag,
    handleUpEvent: release,
    handleMoveEvent: point,
  });
  map.addInteraction(interaction);
  const stopKeys = listenToKeys({ escape: cancel });
  setStep('start');
  return () => {
    if (grip !== null) dragged.revert();
    map.removeInteraction(interaction);
    showCursor('');
    stopKeys();
  };
};
