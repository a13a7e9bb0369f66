import { type Geometry, type GeometryKind, type Position, toWkt } from '@pgis/geo';
import type Interaction from 'ol/interaction/Interaction.js';
import KeyboardPan from 'ol/interaction/KeyboardPan.js';
import type OlMap from 'ol/Map.js';
import { unByKey } from 'ol/Observable.js';
import { pauseDoubleClickZoom } from '../tools/pauseDoubleClickZoom.ts';
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

/** Changes the shape of one object by pointer and keys. Geometries are replaced, never changed, so steps cost nothing. */
export class ShapeEditor {
  readonly #options: ShapeEditorOptions;
  readonly #layer: ShapeLayer;
  readonly #keyboardPan: KeyboardPan | undefined;
  readonly #stops: readonly (() => void)[];
  readonly #original: Geometry;
  #stack: UndoStack<Geometry>;
  /** What is shown: during a drag ahead of the last step. */
  #shown: Geometry;
  #chosen: VertexRef | null = null;
  #isWhole = false;
  #isCrossing = false;

  constructor(options: ShapeEditorOptions) {
    const { map, geometry, snap } = options;
    this.#options = options;
    this.#original = geometry;
    this.#stack = startStack(geometry);
    this.#shown = geometry;
    this.#layer = new ShapeLayer(map);
    this.#keyboardPan = map
      .getInteractions()
      .getArray()
      .find((one) => one instanceof KeyboardPan);
    const grips = this.#createGrips();
    map.addInteraction(grips);
    map.addInteraction(snap);
    const moved = map.on('moveend', () => this.#layer.showHandles(this.#shown));
    this.#stops = [
      () => unByKey(moved),
      this.#listenToKeys(),
      pauseDoubleClickZoom(map),
      () => map.removeInteraction(snap),
      () => map.removeInteraction(grips),
    ];
    this.#show(geometry);
  }

  /** After the last step, with every vertex. */
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
    this.#choose(null);
  }

  removeChosen(): void {
    if (this.#chosen) this.#remove(this.#chosen);
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
      shape: () => this.#shown,
      isWhole: () => this.#isWhole,
      onDrag: (dragged) => this.#show(dragged),
      onDragEnd: () => this.#step(this.#shown),
      onHover: (position) => this.#layer.hover(position),
      onChoose: (vertex) => this.#choose(vertex),
      onRemove: (vertex) => this.#remove(vertex),
    });
  }

  #listenToKeys(): () => void {
    return listenToShapeKeys(this.#options.map, {
      undo: () => this.undo(),
      redo: () => this.redo(),
      remove: () => this.removeChosen(),
      drop: () => this.#choose(null),
      chooseNext: (by) => this.#chooseNext(by),
      insert: () => this.#insertAfterChosen(),
      nudge: (dx, dy) => this.#nudgeChosen(dx, dy),
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
    this.#choose(null);
    this.#show(stack.present);
  }

  #show(geometry: Geometry): void {
    this.#shown = geometry;
    this.#layer.show(geometry);
    this.#layer.choose(this.#chosenPosition());
    this.#tell();
  }

  #choose(vertex: VertexRef | null): void {
    this.#chosen = vertex;
    // The arrows move the chosen point, not the map.
    this.#keyboardPan?.setActive(vertex === null);
    this.#layer.choose(this.#chosenPosition());
    this.#tell();
  }

  #chosenPosition(): Position | null {
    return (this.#chosen && positionOf(this.#shown, this.#chosen)) ?? null;
  }

  #remove(vertex: VertexRef): void {
    if (!canRemoveVertex(this.#shown, vertex)) return;
    this.#layer.hover(null);
    this.#choose(null);
    this.#step(removeVertex(this.#shown, vertex));
  }

  /** From vertex to vertex, and the map comes along where one is out of sight. */
  #chooseNext(by: 1 | -1): void {
    const { map } = this.#options;
    const all = listVertices(this.#shown);
    const { path, index } = this.#chosen ?? { path: -1, index: -1 };
    const at = all.findIndex((one) => one.path === path && one.index === index);
    const next = at < 0 ? Math.min(by, 0) : (at + by) % all.length;
    this.#choose(all.at(next) ?? null);
    const [position, size] = [this.#chosenPosition(), map.getSize()];
    if (position === null || size === undefined) return;
    const [minX = 0, minY = 0, maxX = 0, maxY = 0] = map.getView().calculateExtent(size);
    const [x, y] = position;
    if (x < minX || x > maxX || y < minY || y > maxY) map.getView().setCenter([x, y]);
  }

  #nudgeChosen(dx: number, dy: number): void {
    const [chosen, position] = [this.#chosen, this.#chosenPosition()];
    if (chosen === null || position === null) return;
    const resolution = this.#options.map.getView().getResolution() ?? 0;
    const to: Position = [position[0] + dx * resolution, position[1] + dy * resolution];
    this.#step(moveVertex(this.#shown, chosen, to));
  }

  /** Half-way to the next vertex. */
  #insertAfterChosen(): void {
    const [chosen, position] = [this.#chosen, this.#chosenPosition()];
    if (chosen === null || position === null) return;
    const after = positionOf(this.#shown, { ...chosen, index: chosen.index + 1 });
    if (after === undefined) return;
    const middle: Position = [(position[0] + after[0]) / 2, (position[1] + after[1]) / 2];
    const next = insertVertex(this.#shown, chosen, middle);
    if (next === this.#shown) return;
    this.#choose({ ...chosen, index: chosen.index + 1 });
    this.#step(next);
  }

  #tell(): void {
    const { past, future, present } = this.#stack;
    const { id, kind, onChange } = this.#options;
    onChange({
      id,
      kind,
      geometry: this.#shown,
      canUndo: past.length > 0,
      canRedo: future.length > 0,
      isDirty: present !== this.#original,
      isCrossing: this.#isCrossing,
      isWhole: this.#isWhole,
      canRemove: this.#chosen !== null && canRemoveVertex(this.#shown, this.#chosen),
    });
  }
}
