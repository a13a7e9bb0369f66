import type { Language } from '@pgis/contract';
import type { GeometryKind } from '@pgis/geo';
import Feature from 'ol/Feature.js';
import WKT from 'ol/format/WKT.js';
import Point from 'ol/geom/Point.js';
import type OlMap from 'ol/Map.js';
import type { ClickPick } from './ClickPick.ts';
import { DraftLayer } from './DraftLayer.ts';
import type { Emitter } from './Emitter.ts';
import type { MapAction } from './MapAction.ts';
import type { MapEvents } from './MapEvents.ts';
import { DraggedObject } from './objects/DraggedObject.ts';
import { toObjectMove } from './objects/ObjectMove.ts';
import type { ObjectPicker } from './objects/ObjectPicker.ts';
import type { VectorLayers } from './objects/VectorLayers.ts';
import { createStore, type ReadonlyStore } from './Store.ts';
import { ShapeEditing } from './shape/ShapeEditing.ts';
import { SnapInteraction } from './snapping/SnapInteraction.ts';
import type { ToolContext } from './tools/Tool.ts';
import { ToolSwitch } from './tools/ToolSwitch.ts';

interface Surroundings {
  readonly map: OlMap;
  readonly viewport: HTMLElement;
  readonly vectors: VectorLayers;
  readonly picker: ObjectPicker;
  readonly language: ReadonlyStore<Language>;
  readonly events: Emitter<MapEvents>;
  /** Metres of EPSG:3857 a pixel. */
  readonly resolution: () => number;
  readonly clickPick: ClickPick;
  readonly closePopup: () => void;
  readonly deselect: () => void;
  /** What is selected is hidden while its shape is edited. */
  readonly showSelection: (isVisible: boolean) => void;
}

/** What the pointer does: the tools, what they leave on the map, and the editing of a shape. */
export class MapTools {
  readonly switch: ToolSwitch;
  readonly shapes: ShapeEditing;
  readonly isSnapping = createStore(true);
  readonly #surroundings: Surroundings;
  readonly #draft: DraftLayer;
  /** Who asked for a shape that is no object. */
  #onArea: ((wkt: string) => void) | undefined;

  constructor(surroundings: Surroundings) {
    this.#surroundings = surroundings;
    const { map, viewport, vectors, picker, language, events, resolution, clickPick } = surroundings;
    this.#draft = new DraftLayer(map);
    const dragged = new DraggedObject(map, vectors);
    this.switch = new ToolSwitch({
      map,
      viewport,
      language,
      finish: (shape, kind) => this.#finishDrawing(shape, kind),
      clickPick,
      hasObjectAt: (pixel) => picker.findDrawn(pixel) !== null,
      findObjectAt: (pixel) => picker.findDrawn(pixel),
      dragged,
      moved: (wire, dx, dy) =>
        events.emit('moved', toObjectMove(dragged, { wire, dx, dy, resolution: resolution() })),
      refuseMove: () => events.emit('moveRefused', null),
      createSnap: () => this.#createSnap(null),
    });
    this.shapes = new ShapeEditing({
      map,
      viewport,
      createSnap: (exceptId) => this.#createSnap(exceptId),
      onStart: () => {
        surroundings.closePopup();
        surroundings.showSelection(false);
        this.#enter('None');
      },
      onEnd: () => {
        surroundings.showSelection(true);
        this.#enter('SelectObject');
      },
    });
  }

  /** False while the pointer has other work than to look at objects. */
  get areIdle(): boolean {
    const { action } = this.switch.state.get();
    return this.shapes.state.get() === null && ['SelectObject', 'None'].includes(action);
  }

  choose(
    action: MapAction,
    placement: ToolContext['placement'] = 'click',
    onArea?: (wkt: string) => void,
  ): void {
    const { events, closePopup, deselect } = this.#surroundings;
    this.shapes.whenFree(() => {
      this.#onArea = onArea;
      events.emit('toolChosen', action);
      closePopup(); // TOOL-08
      deselect(); // TOOL-09
      this.#enter(action, placement);
    });
  }

  /** Takes the place in the middle of the map (the pin of phones) as the drawn point. */
  confirmPlace(): void {
    const center = this.#surroundings.map.getView().getCenter();
    if (center) this.#finishDrawing(new Feature(new Point(center)), 'point');
  }

  /** TOOL-13, TOOL-14: takes the drawn shape from the map. */
  discardDraft(): void {
    this.#draft.clear();
  }

  dispose(): void {
    this.shapes.stop();
    this.switch.dispose();
  }

  #enter(action: MapAction, placement: ToolContext['placement'] = 'click'): void {
    this.switch.enter(action, placement, () => this.choose('SelectObject'));
  }

  #createSnap(exceptId: number | null): SnapInteraction {
    const { vectors } = this.#surroundings;
    return new SnapInteraction({
      isOn: () => this.isSnapping.get(),
      listPaths: (extent) => vectors.listPathsIn(extent, exceptId),
    });
  }

  #finishDrawing(shape: Feature, kind: GeometryKind): void {
    const geometry = shape.getGeometry();
    if (!geometry) return;
    const onArea = this.#onArea;
    if (onArea !== undefined) {
      this.choose('SelectObject');
      onArea(new WKT().writeGeometry(geometry));
      return;
    }
    this.#draft.show(shape);
    this.choose('None');
    this.#surroundings.events.emit('drawn', { kind, wkt: new WKT().writeGeometry(geometry) });
  }
}
