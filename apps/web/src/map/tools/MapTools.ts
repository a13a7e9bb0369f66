import type { Language } from '@pgis/contract';
import type { GeometryKind } from '@pgis/geo';
import Feature from 'ol/Feature.js';
import WKT from 'ol/format/WKT.js';
import Point from 'ol/geom/Point.js';
import type OlMap from 'ol/Map.js';
import type { Emitter } from '../../store/Emitter.ts';
import { createStore, type ReadonlyStore } from '../../store/Store.ts';
import type { ClickPick } from '../interaction/ClickPick.ts';
import { ShapeEditing } from '../interaction/shape/ShapeEditing.ts';
import { SnapInteraction } from '../interaction/snapping/SnapInteraction.ts';
import { DraftLayer } from '../layers/DraftLayer.ts';
import { DraggedObject } from '../layers/objects/DraggedObject.ts';
import { toObjectMove } from '../layers/objects/ObjectMove.ts';
import type { ObjectPicker } from '../layers/objects/ObjectPicker.ts';
import { readGeometry } from '../layers/objects/readGeometry.ts';
import type { VectorLayers } from '../layers/objects/VectorLayers.ts';
import type { MapEvents } from '../MapEvents.ts';
import type { MapAction } from './MapAction.ts';
import type { ToolContext } from './Tool.ts';
import { ToolSwitch } from './ToolSwitch.ts';

interface Deps {
  readonly map: OlMap;
  readonly viewport: HTMLElement;
  readonly vectors: VectorLayers;
  readonly picker: ObjectPicker;
  readonly language: ReadonlyStore<Language>;
  readonly events: Emitter<MapEvents>;
  /** Metres of EPSG:3857 per pixel. */
  readonly resolution: () => number;
  readonly clickPick: ClickPick;
  readonly closePopup: () => void;
  readonly deselect: () => void;
  /** Hides the selected object while its shape is edited. */
  readonly showSelection: (isVisible: boolean) => void;
}

/** The tools, the shapes that they leave on the map, and shape editing. */
export class MapTools {
  readonly switch: ToolSwitch;
  readonly shapes: ShapeEditing;
  readonly #isSnapping = createStore(true);
  readonly #deps: Deps;
  readonly #draft: DraftLayer;
  /** A point that snaps would move a report onto a stranger's object, so points snap only if the user asks for it. */
  readonly #snaps = { point: false, shape: true };
  #drawnKind: 'point' | 'shape' = 'shape';
  /** Callback of a drawn polygon that becomes no object. */
  #onArea: ((wkt: string) => void) | undefined;

  constructor(deps: Deps) {
    this.#deps = deps;
    const { map, viewport, vectors, picker, language, events, resolution, clickPick } = deps;
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
      loadFailed: (error) => this.#leaveFailed(error),
      createSnap: () => this.#createSnap(null, 'move'),
    });
    this.shapes = new ShapeEditing({
      map,
      viewport,
      createSnap: (exceptId) => this.#createSnap(exceptId, 'drag'),
      onStart: (kind) => {
        deps.closePopup();
        deps.showSelection(false);
        this.#enter('None');
        this.#setDrawnKind(kind);
      },
      onEnd: () => {
        deps.showSelection(true);
        this.#enter('SelectObject');
      },
    });
  }

  /** False while a tool uses the pointer, so that hovering finds no objects. */
  get areIdle(): boolean {
    const { action } = this.switch.state.get();
    return this.shapes.state.get() === null && ['SelectObject', 'None'].includes(action);
  }

  /** True while the points being set snap to objects near the pointer. */
  get isSnapping(): ReadonlyStore<boolean> {
    return this.#isSnapping;
  }

  /** Switches snapping for points, or for lines and polygons, whichever is being drawn. */
  setSnapping(isOn: boolean): void {
    this.#snaps[this.#drawnKind] = isOn;
    this.#isSnapping.set(isOn);
  }

  choose(
    action: MapAction,
    placement: ToolContext['placement'] = 'click',
    onArea?: (wkt: string) => void,
  ): void {
    const { events, closePopup, deselect } = this.#deps;
    this.shapes.afterConfirm(() => {
      this.#onArea = onArea;
      events.emit('toolSelected', action);
      closePopup(); // TOOL-08
      deselect(); // TOOL-09
      this.#enter(action, placement);
      if (onArea === undefined && action.startsWith('Draw')) events.emit('drawingStarted', undefined);
    });
  }

  /** Takes the position in the middle of the map (the pin of phones) as the drawn point. */
  confirmPosition(): void {
    const center = this.#deps.map.getView().getCenter();
    if (center) this.#finishDrawing(new Feature(new Point(center)), 'point');
  }

  /** Shows a shape that was drawn at an earlier visit in place of the drawn one. */
  showDraft(wkt: string): void {
    const geometry = readGeometry(wkt);
    if (geometry) this.#draft.show(new Feature(geometry));
  }

  /** TOOL-13, TOOL-14: removes the drawn shape from the map. */
  discardDraft(): void {
    this.#draft.clear();
  }

  dispose(): void {
    this.shapes.stop();
    this.switch.dispose();
  }

  #enter(action: MapAction, placement: ToolContext['placement'] = 'click'): void {
    this.#setDrawnKind(action === 'DrawPoint' ? 'point' : 'line');
    this.switch.enter(action, placement, () => this.choose('SelectObject'));
  }

  /** Activates the select tool in place of one whose code could not be loaded. */
  #leaveFailed(error: unknown): void {
    const { action, placement } = this.switch.state.get();
    const onArea = this.#onArea;
    this.choose('SelectObject');
    this.#deps.events.emit('toolFailed', { error, retry: () => this.choose(action, placement, onArea) });
  }

  #setDrawnKind(kind: GeometryKind): void {
    this.#drawnKind = kind === 'point' ? 'point' : 'shape';
    this.#isSnapping.set(this.#snaps[this.#drawnKind]);
  }

  #createSnap(exceptId: number | null, marks: 'move' | 'drag'): SnapInteraction {
    const { vectors } = this.#deps;
    return new SnapInteraction({
      marks,
      isOn: () => this.#isSnapping.get(),
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
    this.#deps.events.emit('drawn', { kind, wkt: new WKT().writeGeometry(geometry) });
  }
}
