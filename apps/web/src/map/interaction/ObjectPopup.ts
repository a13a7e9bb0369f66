import type OlMap from 'ol/Map.js';
import { nextChange, type ReadonlyStore } from '../../store/Store.ts';
import { isAbort } from '../layers/objects/loading/ExtentRequest.ts';
import type { ObjectLayers } from '../layers/objects/ObjectLayers.ts';
import { type FindNearest, type FoundObject, ObjectPicker } from '../layers/objects/ObjectPicker.ts';
import { type HoveredObject, HoverWatch } from './HoverWatch.ts';
import type { Selection } from './Selection.ts';
import { watchLongPress } from './watchLongPress.ts';

interface Deps {
  readonly map: OlMap;
  readonly viewport: HTMLElement;
  readonly objects: ObjectLayers;
  readonly selection: Selection;
  readonly findNearest: FindNearest;
  /** False while the active tool uses the pointer. */
  readonly isEnabled: () => boolean;
}

/** Finds the object of the popup: a mouse rests on it, or a finger is held on it (POP-01). */
export class ObjectPopup {
  readonly #objects: ObjectLayers;
  readonly #selection: Selection;
  readonly #picker: ObjectPicker;
  readonly #hover: HoverWatch;
  readonly #longPress: ReturnType<typeof watchLongPress>;
  #abort = new AbortController();

  constructor({ map, viewport, objects, selection, findNearest, isEnabled }: Deps) {
    this.#objects = objects;
    this.#selection = selection;
    // A picker of its own, so that hovering does not abort the lookup of a click.
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
      isEnabled,
    });
    // A finger cannot hover without touching.
    this.#longPress = watchLongPress(viewport, (pixel) => {
      if (isEnabled()) void this.#hover.showAt(pixel);
    });
  }

  /** null while no popup is open. */
  get object(): ReadonlyStore<HoveredObject | null> {
    return this.#hover.store;
  }

  /** True if the touch in progress, or the last one, was a long press, which opens the popup and is not a click. */
  wasOpenedByTouch(): boolean {
    return this.#longPress.wasLong();
  }

  close(): void {
    this.#hover.close();
  }

  dispose(): void {
    this.#longPress.stop();
    this.#hover.dispose();
  }

  /**
   * Finds the object at a pixel. While objects are loading an empty result is not final, so it tries again after each
   * load.
   */
  async #find(pixel: number[]): Promise<FoundObject | null | 'superseded'> {
    this.#cancel();
    this.#abort = new AbortController();
    const { signal } = this.#abort;
    let found = await this.#findNow(pixel);
    try {
      while (found === null && this.#objects.state.get().loadingIds.size > 0) {
        await nextChange(this.#objects.state, signal);
        // Loaded objects are drawn with the next frame.
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
    this.#abort.abort();
    this.#picker.cancel();
  }
}

/** Ids of layers displayed as images: they have no features to hit, so the server has to find the object. */
function listImageLayers(objects: ObjectLayers): number[] {
  const { imageIds } = objects.state.get();
  return objects
    .listVisible()
    .map(({ id }) => id)
    .filter((id) => imageIds.has(id));
}
