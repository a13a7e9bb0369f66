import type OlMap from 'ol/Map.js';
import Overlay from 'ol/Overlay.js';
import classes from './MeasureLabel.module.css';

interface MeasureLabelOptions {
  /** `pointer`: beside a position; `above`: over the end of a line; `inside`: in the middle of an area. */
  readonly stands: 'pointer' | 'above' | 'inside';
}

const placements = {
  pointer: { positioning: 'bottom-left', offset: [14, -10] },
  above: { positioning: 'bottom-center', offset: [0, -12] },
  inside: { positioning: 'center-center', offset: [0, 0] },
} as const;

/** A measurement as text at a position of the map. Clicks pass through it. */
export class MeasureLabel {
  readonly #map: OlMap;
  readonly #overlay: Overlay;
  readonly #element = document.createElement('div');

  constructor(map: OlMap, { stands }: MeasureLabelOptions) {
    this.#map = map;
    this.#element.className = classes.label ?? '';
    const { positioning, offset } = placements[stands];
    this.#overlay = new Overlay({
      element: this.#element,
      positioning,
      offset: [...offset],
      stopEvent: false,
    });
    map.addOverlay(this.#overlay);
  }

  /** Sets the text; an empty one hides the label. */
  show(text: string, at: readonly number[]): void {
    this.#element.textContent = text;
    this.#overlay.setPosition(text === '' ? undefined : [...at]);
  }

  dispose(): void {
    this.#map.removeOverlay(this.#overlay);
  }
}
