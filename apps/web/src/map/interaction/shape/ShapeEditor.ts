import { type Geometry, type GeometryKind, type Position, toWkt } from '@pgis/geo';
import type Interaction from 'ol/interaction/Interaction.js';
import KeyboardPan from 'ol/interaction/KeyboardPan.js';
import type OlMap from 'ol/Map.js';
import { unByKey } from 'ol/Observable.js';
import { pauseDoubleClickZoom } from '../../tools/pauseDoubleClickZoom.ts';
import { GripInteraction } from './GripInteraction.ts';
import { hasCrossing } from './hasCrossing.ts';
import { listenToShapeKeys } from './listenToShapeKeys.ts';
import type { ShapeEdit } from './ShapeEdit.ts';
import { ShapeLayer } from './ShapeLayer.ts';
import { pushStep, redoStep, startStack, type UndoStack, undoStep } from './UndoStack.ts';
import {
  canRemoveVertex,
  insertVertex,
  listVertices,
  moveVertex,
  positionOf,
  removeVertex,
  type VertexRef,
} from './vertices.ts';

interface ShapeEditorOptions {
  readonly map: OlMap;
  readonly viewport: HTMLElement;
  readonly id: number;
  readonly kind: GeometryKind;
  readonly geometry: Geometry;
  readonly snap: Interaction;
  readonly onChange: (edit: ShapeEdit) => void;
}

/** Edits the shape of one object by pointer and keys. Geometries are immutable, so an undo step is only a reference. */
export class ShapeEditor {
  readonly #options: ShapeEditorOptions;
  readonly #layer: ShapeLayer;
  readonly #keyboardPan: KeyboardPan | undefined;
  readonly #stops: readonly (() => void)[];
  readonly #original: Geometry;
  #stack: UndoStack<Geometry>;
  /** The displayed shape: during a drag it is ahead of the last undo step. */
  #current: Geometry;
  #selected: VertexRef | null = null;
  #isWhole = false;
  #isCrossing = false;

  constructor(options: ShapeEditorOptions) {
    const { map, geometry, snap } = options;
    this.#options = options;
    this.#original = geometry;
    this.#stack = startStack(geometry);
    this.#current = geometry;
    this.#layer = new ShapeLayer(map);
    this.#keyboardPan = map
      .getInteractions()
      .getArray()
      .find((one) => one instanceof KeyboardPan);
    const grips = this.#createGrips();
    map.addInteraction(grips);
    map.addInteraction(snap);
    const moved = map.on('moveend', () => this.#layer.showHandles(this.#current));
    this.#stops = [
      () => unByKey(moved),
      this.#listenToKeys(),
      pauseDoubleClickZoom(map),
      () => map.removeInteraction(snap),
      () => map.removeInteraction(grips),
    ];
    this.#show(geometry);
  }

  /** WKT of the shape after the last step, with every vertex. */
  get wkt(): string {
    return toWkt(this.#stack.present);
  }

  undo(): void {
    this.#travel(undoStep(this.#stack));
  }

  redo(): void {
    this.#travel(redoStep(this.#stack));
  }

  setWhole(isWhole: boolean): void {
    this.#isWhole = isWhole;
    this.#layer.hover(null);
    this.#select(null);
  }

  removeSelected(): void {
    if (this.#selected) this.#remove(this.#selected);
  }

  showOther(wkt: string | null): void {
    this.#layer.showOther(wkt);
  }

  dispose(): void {
    this.#keyboardPan?.setActive(true);
    this.#options.viewport.style.cursor = '';
    for (const stop of this.#stops) stop();
    this.#layer.dispose();
  }

  #createGrips(): GripInteraction {
    return new GripInteraction({
      viewport: this.#options.viewport,
      shape: () => this.#current,
      isWhole: () => this.#isWhole,
      onDrag: (dragged) => this.#show(dragged),
      onDragEnd: () => this.#step(this.#current),
      onHover: (position) => this.#layer.hover(position),
      onSelect: (vertex) => this.#select(vertex),
      onRemove: (vertex) => this.#remove(vertex),
    });
  }

  #listenToKeys(): () => void {
    return listenToShapeKeys(this.#options.map, {
      undo: () => this.undo(),
      redo: () => this.redo(),
      remove: () => this.removeSelected(),
      drop: () => this.#select(null),
      selectNext: (by) => this.#selectNext(by),
      insert: () => this.#insertAfterSelected(),
      nudge: (dx, dy) => this.#nudgeSelected(dx, dy),
    });
  }

  #step(geometry: Geometry): void {
    this.#stack = pushStep(this.#stack, geometry);
    this.#isCrossing = hasCrossing(geometry);
    this.#show(geometry);
  }

  #travel(stack: UndoStack<Geometry>): void {
    if (stack === this.#stack) return;
    this.#stack = stack;
    this.#isCrossing = hasCrossing(stack.present);
    this.#select(null);
    this.#show(stack.present);
  }

  #show(geometry: Geometry): void {
    this.#current = geometry;
    this.#layer.show(geometry);
    this.#layer.select(this.#selectedPosition());
    this.#notify();
  }

  #select(vertex: VertexRef | null): void {
    this.#selected = vertex;
    // The arrow keys move the selected vertex instead of the map.
    this.#keyboardPan?.setActive(vertex === null);
    this.#layer.select(this.#selectedPosition());
    this.#notify();
  }

  #selectedPosition(): Position | null {
    return (this.#selected && positionOf(this.#current, this.#selected)) ?? null;
  }

  #remove(vertex: VertexRef): void {
    if (!canRemoveVertex(this.#current, vertex)) return;
    this.#layer.hover(null);
    this.#select(null);
    this.#step(removeVertex(this.#current, vertex));
  }

  /** Selects the next or previous vertex, and moves the map if it is out of view. */
  #selectNext(by: 1 | -1): void {
    const { map } = this.#options;
    const all = listVertices(this.#current);
    const { path, index } = this.#selected ?? { path: -1, index: -1 };
    const at = all.findIndex((one) => one.path === path && one.index === index);
    const next = at < 0 ? Math.min(by, 0) : (at + by) % all.length;
    this.#select(all.at(next) ?? null);
    const [position, size] = [this.#selectedPosition(), map.getSize()];
    if (position === null || size === undefined) return;
    const [minX = 0, minY = 0, maxX = 0, maxY = 0] = map.getView().calculateExtent(size);
    const [x, y] = position;
    if (x < minX || x > maxX || y < minY || y > maxY) map.getView().setCenter([x, y]);
  }

  #nudgeSelected(dx: number, dy: number): void {
    const [selected, position] = [this.#selected, this.#selectedPosition()];
    if (selected === null || position === null) return;
    const resolution = this.#options.map.getView().getResolution() ?? 0;
    const to: Position = [position[0] + dx * resolution, position[1] + dy * resolution];
    this.#step(moveVertex(this.#current, selected, to));
  }

  /** Inserts a vertex half-way to the next one. */
  #insertAfterSelected(): void {
    const [selected, position] = [this.#selected, this.#selectedPosition()];
    if (selected === null || position === null) return;
    const after = positionOf(this.#current, { ...selected, index: selected.index + 1 });
    if (after === undefined) return;
    const middle: Position = [(position[0] + after[0]) / 2, (position[1] + after[1]) / 2];
    const next = insertVertex(this.#current, selected, middle);
    if (next === this.#current) return;
    this.#select({ ...selected, index: selected.index + 1 });
    this.#step(next);
  }

  #notify(): void {
    const { past, future, present } = this.#stack;
    const { id, kind, onChange } = this.#options;
    onChange({
      id,
      kind,
      geometry: this.#current,
      canUndo: past.length > 0,
      canRedo: future.length > 0,
      isDirty: present !== this.#original,
      isCrossing: this.#isCrossing,
      isWhole: this.#isWhole,
      canRemove: this.#selected !== null && canRemoveVertex(this.#current, this.#selected),
    });
  }
}
