import { type GeometryKind, parseWkt } from '@pgis/geo';
import type Interaction from 'ol/interaction/Interaction.js';
import type OlMap from 'ol/Map.js';
import { loadCode } from '../../../api/index.ts';
import { createStore, type ReadonlyStore } from '../../../store/Store.ts';
import type { ShapeEdit } from './ShapeEdit.ts';
import type { ShapeEditor } from './ShapeEditor.ts';

/** Asks the user whether unsaved changes may be discarded. */
type LeaveGuard = () => Promise<boolean>;

interface ShapeEditingOptions {
  readonly map: OlMap;
  readonly viewport: HTMLElement;
  readonly createSnap: (exceptId: number) => Interaction;
  /** Hides the other drawings of the object during editing. */
  readonly onStart: (kind: GeometryKind) => void;
  readonly onEnd: () => void;
}

/** Entry point of shape editing, at most one at a time. The editor loads on demand. */
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

  /** Callback that is asked before anything else ends an editing with unsaved changes. */
  setGuard(guard: LeaveGuard): void {
    this.#guard = guard;
  }

  askToLeave(): Promise<boolean> {
    return this.#guard();
  }

  /** `wkt` is the object's own geometry, with every vertex. False if it cannot be edited. */
  async start(id: number, wkt: string): Promise<boolean> {
    const { ShapeEditor } = await loadCode(() => import('./ShapeEditor.ts'));
    const parsed = parseWkt(wkt);
    if (!parsed.ok) return false;
    this.stop();
    this.#options.onStart(parsed.kind);
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

  /** WKT of the shape after the last step. */
  get wkt(): string | undefined {
    return this.#editor?.wkt;
  }

  readonly undo = (): void => this.#editor?.undo();
  readonly redo = (): void => this.#editor?.redo();
  readonly removeSelected = (): void => this.#editor?.removeSelected();
  readonly setWhole = (isWhole: boolean): void => this.#editor?.setWhole(isWhole);
  /** Shows the shape that another user has saved meanwhile as a dashed outline; null removes it. */
  readonly showOther = (wkt: string | null): void => this.#editor?.showOther(wkt);

  /** Ends editing without asking and without saving. */
  stop(): void {
    if (this.#editor === null) return;
    this.#editor.dispose();
    this.#editor = null;
    this.#state.set(null);
    this.#options.onEnd();
  }

  /** Runs the action at once, or after the user has agreed to lose unsaved changes. */
  afterConfirm(act: () => void): void {
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
