import type { Position } from '@pgis/geo';
import Interaction from 'ol/interaction/Interaction.js';
import type OlMap from 'ol/Map.js';
import type MapBrowserEvent from 'ol/MapBrowserEvent.js';
import { chooseSnap, type FlatPath } from './chooseSnap.ts';
import { SnapMark } from './SnapMark.ts';

const MOUSE_TOLERANCE_PX = 10;
const FINGER_TOLERANCE_PX = 18;

interface SnapOptions {
  /** Lists the paths drawn within an extent of EPSG:3857. */
  readonly listPaths: (extent: [number, number, number, number]) => readonly FlatPath[];
  readonly isOn: () => boolean;
  /** `move`: every move of the pointer may set a point; `drag`: only a pressed pointer does. */
  readonly marks: 'move' | 'drag';
}

/**
 * Snaps pointer events to drawn geometries for the interactions that were added before it. Replaces ol's Snap, which
 * indexes every segment of every object: here the layers are asked for what is near, and Alt pauses snapping. A ring
 * marks the position that the pointer snaps to.
 */
export class SnapInteraction extends Interaction {
  readonly #options: SnapOptions;
  readonly #mark = new SnapMark();

  constructor(options: SnapOptions) {
    super();
    this.#options = options;
  }

  /** The marked position; null if the pointer does not snap. */
  get marked(): Position | null {
    return this.#mark.position;
  }

  override setMap(map: OlMap | null): void {
    super.setMap(map);
    this.#mark.setMap(map);
  }

  override handleEvent(event: MapBrowserEvent): boolean {
    if (!('pointerType' in event.originalEvent)) return true;
    const snapped = this.#findSnap(event, event.originalEvent);
    const canSetPoint = this.#options.marks === 'move' || event.dragging;
    this.#mark.show(canSetPoint ? snapped : null);
    if (snapped !== null) {
      event.coordinate = [...snapped];
      event.pixel = event.map.getPixelFromCoordinate([...snapped]);
    }
    return true;
  }

  #findSnap(event: MapBrowserEvent, originalEvent: PointerEvent): Position | null {
    if (originalEvent.altKey || !this.#options.isOn()) return null;
    const tolerancePx = originalEvent.pointerType === 'touch' ? FINGER_TOLERANCE_PX : MOUSE_TOLERANCE_PX;
    const tolerance = tolerancePx * (event.map.getView().getResolution() ?? 0);
    const [x = 0, y = 0] = event.coordinate;
    const near: [number, number, number, number] = [
      x - tolerance,
      y - tolerance,
      x + tolerance,
      y + tolerance,
    ];
    return chooseSnap([x, y], this.#options.listPaths(near), tolerance);
  }
}
