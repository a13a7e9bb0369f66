import { parseWkt } from '@pgis/geo';
import type Interaction from 'ol/interaction/Interaction.js';
import type OlMap from 'ol/Map.js';
import { createStore, type ReadonlyStore } from '../Store.ts';
import type { ShapeEdit } from './ShapeEdit.ts';
import type { ShapeEditor } from './ShapeEditor.ts';

/** Asks whether unsaved changes may go. */
type LeaveGuard = () => Promise<boolean>;

interface ShapeEditingOptions {
  readonly map: OlMap;
  readonly viewport: HTMLElement;
  readonly createSnap: (exceptId: number) => Interaction;
  /** What else shows the object is hidden meanwhile. */
  readonly onStart: () => void;
  readonly onEnd: () => void;
}

/** The door to editing a shape: at most one at a time. The code comes when somebody begins. */
export class ShapeEditing {
  readonly #options: ShapeEditingOptions;
  readonly #state = createStore<ShapeEdit | null>(null);
  #editor: ShapeEditor | null = null;
  #guard: LeaveGuard = async () => true;
  #isAsking = false;

  constructor(options: ShapeEditingOptions) {
    this.#options = options;
  }

  get state(): ReadonlyStore<ShapeEdit | null> {
    return this.#state;
  }

  /** Is asked before anything else ends an editing with unsaved changes. */
  setGuard(guard: LeaveGuard): void {
    this.#guard = guard;
  }

  askToLeave(): Promise<boolean> {
    return this.#guard();
  }

  /** `wkt` is the object's own geometry, with every vertex. false when it cannot be edited. */
  async start(id: number, wkt: string): Promise<boolean> {
    const { ShapeEditor } = await import('./ShapeEditor.ts');
    const parsed = parseWkt(wkt);
    if (!parsed.ok) return false;
    this.stop();
    this.#options.onStart();
    const { map, viewport, createSnap } = this.#options;
    this.#editor = new ShapeEditor({
      map,
      viewport,
      id,
      kind: parsed.kind,
      geometry: parsed.geometry,
      snap: createSnap(id),
      onChange: (edit) => this.#state.set(edit),
    });
    return true;
  }

  /** The shape as it stands after the last step. */
  get wkt(): string | undefined {
    return this.#editor?.wkt;
  }

  readonly undo = (): void => this.#editor?.undo();
  readonly redo = (): void => this.#editor?.redo();
  readonly removeChosen = (): void => this.#editor?.removeChosen();
  readonly setWhole = (isWhole: boolean): void => this.#editor?.setWhole(isWhole);
  /** The shape somebody else has saved meanwhile, dashed; null takes it away. */
  readonly showOther = (wkt: string | null): void => this.#editor?.showOther(wkt);

  /** Ends without asking; nothing is saved. */
  stop(): void {
    if (this.#editor === null) return;
    this.#editor.dispose();
    this.#editor = null;
    this.#state.set(null);
    this.#options.onEnd();
  }

  /** Does it at once, or when the one who edits has agreed to lose the changes. */
  whenFree(act: () => void): void {
    if (this.#state.get()?.isDirty !== true) {
      this.stop();
      act();
      return;
    }
    if (this.#isAsking) return;
    this.#isAsking = true;
    void this.askToLeave().then((mayLeave) => {
      this.#isAsking = false;
      if (!mayLeave) return;
      this.stop();
      act();
    });
  }
}
