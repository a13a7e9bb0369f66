import type OlMap from 'ol/Map.js';
import { type HoveredObject, HoverWatch } from './HoverWatch.ts';
import type { ObjectLayers } from './objects/ObjectLayers.ts';
import { type FindNearest, ObjectPicker } from './objects/ObjectPicker.ts';
import type { Selection } from './Selection.ts';
import type { ReadonlyStore } from './Store.ts';
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
  readonly #hover: HoverWatch;
  readonly #longPress: ReturnType<typeof watchLongPress>;

  constructor({ map, viewport, objects, selection, findNearest, isWelcome }: Surroundings) {
    // Its own look-ups: resting on something must not give up what a click has asked for.
    const picker = new ObjectPicker(map, objects, findNearest);
    this.#hover = new HoverWatch({
      map,
      viewport,
      find: async (pixel) => selection.findAt(pixel) ?? picker.find(pixel, listImageLayers(objects)),
      cancelFind: () => picker.cancel(),
      isDrawnAt: (pixel, { id, layerId }) => {
        const at = selection.findAt(pixel) ?? picker.findDrawn(pixel)?.wire;
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
}

/** Where the server has to say what lies under the pointer: pictures hold nothing to hit. */
function listImageLayers(objects: ObjectLayers): number[] {
  const { imageIds } = objects.state.get();
  return objects
    .listVisible()
    .map(({ id }) => id)
    .filter((id) => imageIds.has(id));
}
