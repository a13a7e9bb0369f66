import type OlMap from 'ol/Map.js';
import { type HoveredObject, HoverWatch } from './HoverWatch.ts';
import { isAbort } from './objects/Flight.ts';
import type { ObjectLayers } from './objects/ObjectLayers.ts';
import { type FindNearest, type FoundObject, ObjectPicker } from './objects/ObjectPicker.ts';
import type { Selection } from './Selection.ts';
import { nextChange, type ReadonlyStore } from './Store.ts';
import { watchLongPress } from './watchLongPress.ts';

interface Surroundings {
  readonly map: OlMap;
  readonly viewport: HTMLElement;
  readonly objects: ObjectLayers;
  readonly selection: Selection;
  readonly findNearest: FindNearest;
  /** False while the pointer has other work. */
  readonly isWelcome: () => boolean;
}

/** Which object the popup is about: what a mouse rests on, or a finger stays on (POP-01). */
export class ObjectPopup {
  readonly #objects: ObjectLayers;
  readonly #selection: Selection;
  readonly #picker: ObjectPicker;
  readonly #hover: HoverWatch;
  readonly #longPress: ReturnType<typeof watchLongPress>;
  #look = new AbortController();

  constructor({ map, viewport, objects, selection, findNearest, isWelcome }: Surroundings) {
    this.#objects = objects;
    this.#selection = selection;
    // Its own look-ups: resting on something must not give up what a click has asked for.
    this.#picker = new ObjectPicker(map, objects, findNearest);
    this.#hover = new HoverWatch({
      map,
      viewport,
      find: (pixel) => this.#find(pixel),
      cancelFind: () => this.#cancel(),
      isDrawnAt: (pixel, { id, layerId }) => {
        const at = selection.findAt(pixel) ?? this.#picker.findDrawn(pixel)?.wire;
        return at?.id === id && at.layerId === layerId;
      },
      isWelcome,
    });
    // A finger cannot rest on an object without touching it.
    this.#longPress = watchLongPress(viewport, (pixel) => {
      if (isWelcome()) void this.#hover.showAt(pixel);
    });
  }

  /** Null while there is none. */
  get object(): ReadonlyStore<HoveredObject | null> {
    return this.#hover.store;
  }

  /** Whether the touch under way, or the last one, asked for the popup and is no tap. */
  wasAskedFor(): boolean {
    return this.#longPress.wasLong();
  }

  close(): void {
    this.#hover.close();
  }

  dispose(): void {
    this.#longPress.stop();
    this.#hover.dispose();
  }

  /** What is not there yet may be what is pointed at: while objects are on their way nothing is no answer. */
  async #find(pixel: number[]): Promise<FoundObject | null | 'superseded'> {
    this.#cancel();
    this.#look = new AbortController();
    const { signal } = this.#look;
    let found = await this.#findNow(pixel);
    try {
      while (found === null && this.#objects.state.get().loadingIds.size > 0) {
        await nextChange(this.#objects.state, signal);
        // What has arrived is drawn with the next frame.
        await new Promise(requestAnimationFrame);
        signal.throwIfAborted();
        found = await this.#findNow(pixel);
      }
    } catch (error) {
      if (isAbort(error)) return 'superseded';
      throw error;
    }
    return found;
  }

  async #findNow(pixel: number[]): Promise<FoundObject | null | 'superseded'> {
    return this.#selection.findAt(pixel) ?? this.#picker.find(pixel, listImageLayers(this.#objects));
  }

  #cancel(): void {
    this.#look.abort();
    this.#picker.cancel();
  }
}

/** Where the server has to say what lies under the pointer: pictures hold nothing to hit. */
function listImageLayers(objects: ObjectLayers): number[] {
  const { imageIds } = objects.state.get();
  return objects
    .listVisible()
    .map(({ id }) => id)
    .filter((id) => imageIds.has(id));
}
