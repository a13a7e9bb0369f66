import type { Position } from '@pgis/geo';
import Interaction from 'ol/interaction/Interaction.js';
import type MapBrowserEvent from 'ol/MapBrowserEvent.js';
import { chooseSnap, type FlatPath } from './chooseSnap.ts';

const MOUSE_TOLERANCE_PX = 10;
const FINGER_TOLERANCE_PX = 18;

interface SnapOptions {
  /** What is drawn within an extent of EPSG:3857. */
  readonly listPaths: (extent: [number, number, number, number]) => readonly FlatPath[];
  readonly isOn: () => boolean;
}

/**
 * Moves what the pointer says onto what is drawn there, for the interactions that were added before it. Not ol's Snap,
 * which keeps an index of every segment of every object: the layers can be asked what lies near, and Alt pauses it.
 */
export class SnapInteraction extends Interaction {
  readonly #options: SnapOptions;

  constructor(options: SnapOptions) {
    super();
    this.#options = options;
  }

  override handleEvent(event: MapBrowserEvent): boolean {
    const { originalEvent } = event;
    if (!('pointerType' in originalEvent) || originalEvent.altKey || !this.#options.isOn()) return true;
    const tolerancePx = originalEvent.pointerType === 'touch' ? FINGER_TOLERANCE_PX : MOUSE_TOLERANCE_PX;
    const tolerance = tolerancePx * (event.map.getView().getResolution() ?? 0);
    const [x = 0, y = 0] = event.coordinate;
    const near: [number, number, number, number] = [
      x - tolerance,
      y - tolerance,
      x + tolerance,
      y + tolerance,
    ];
    const snapped: Position | null = chooseSnap([x, y], this.#options.listPaths(near), tolerance);
    if (snapped !== null) {
      event.coordinate = [...snapped];
      event.pixel = event.map.getPixelFromCoordinate([...snapped]);
    }
    return true;
  }
}
