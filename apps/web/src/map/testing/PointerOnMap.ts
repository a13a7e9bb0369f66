import type Interaction from 'ol/interaction/Interaction.js';
import OlMap from 'ol/Map.js';
import MapBrowserEvent from 'ol/MapBrowserEvent.js';
import View from 'ol/View.js';

export interface PointerOptions {
  readonly pointerType?: 'mouse' | 'touch';
  readonly altKey?: boolean;
  readonly shiftKey?: boolean;
  /** Pointers on the map, this one included. */
  readonly pointers?: number;
}

/**
 * A map with a view of 1 m a pixel, 800 x 600 px around 0,0, and a pointer over it. jsdom renders nothing, so events go to
 * the interactions by themselves, in the order in which OpenLayers asks them.
 */
export class PointerOnMap {
  readonly map: OlMap;
  readonly target = document.createElement('div');

  constructor() {
    this.target.tabIndex = 0;
    document.body.append(this.target);
    this.map = Object.assign(
      new OlMap({ controls: [], view: new View({ center: [0, 0], resolution: 1 }) }),
      { renderFrame_: () => {} },
      {
        getPixelFromCoordinate: ([x = 0, y = 0]: readonly number[]) => [400 + x, 300 - y],
        getCoordinateFromPixel: ([x = 0, y = 0]: readonly number[]) => [x - 400, 300 - y],
      },
    );
    this.map.setTarget(this.target);
    this.map.setSize([800, 600]);
  }

  moveTo(x: number, y: number, options: PointerOptions = {}): void {
    // A real pointer sends many moves; Draw takes none for the first after a click.
    for (let move = 0; move < 2; move += 1) this.#send('pointermove', [x, y], { pointers: 0, ...options });
  }

  press(x: number, y: number, options: PointerOptions = {}): void {
    this.#send('pointerdown', [x, y], { pointers: 1, ...options });
  }

  dragTo(x: number, y: number, options: PointerOptions = {}): void {
    this.#send('pointerdrag', [x, y], { pointers: 1, ...options });
  }

  release(x: number, y: number, options: PointerOptions = {}): void {
    this.#send('pointerup', [x, y], { ...options, pointers: 0 });
  }

  click(x: number, y: number, options: PointerOptions = {}): void {
    this.moveTo(x, y, options);
    this.press(x, y, options);
    this.release(x, y, options);
  }

  drag(from: readonly [number, number], to: readonly [number, number], options: PointerOptions = {}): void {
    this.press(...from, options);
    this.dragTo(...to, options);
    this.release(...to, options);
  }

  /** Presses a key while the map has the focus, or the whole page. */
  key(key: string, init: KeyboardEventInit & { readonly isOnPage?: boolean } = {}): KeyboardEvent {
    const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...init });
    (init.isOnPage ? document.body : this.target).dispatchEvent(event);
    return event;
  }

  dispose(): void {
    this.map.setTarget(undefined);
    this.target.remove();
  }

  #send(type: string, [x, y]: readonly [number, number], options: PointerOptions): void {
    const { pointerType = 'mouse', altKey = false, shiftKey = false, pointers = 0 } = options;
    const original = Object.assign(new MouseEvent(type, { altKey, shiftKey }), { pointerType, pointerId: 1 });
    const event = new MapBrowserEvent(
      type,
      this.map,
      original as unknown as PointerEvent,
      type === 'pointerdrag',
    );
    event.coordinate = [x, y];
    event.pixel = this.map.getPixelFromCoordinate([x, y]);
    event.activePointers = Array.from({ length: pointers }, () => original as unknown as PointerEvent);
    const asked: readonly Interaction[] = this.map.getInteractions().getArray().toReversed();
    for (const interaction of asked) if (interaction.getActive() && !interaction.handleEvent(event)) return;
  }
}
