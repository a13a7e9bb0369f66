import type { Language, MapLayer } from '@pgis/contract';
import {
  type Extent,
  extentCenter,
  extentsIntersect,
  type Geometry,
  type GeometryKind,
  toExtent,
  toLonLat,
  toMercator,
  zoomFromResolution,
} from '@pgis/geo';
import Feature from 'ol/Feature.js';
import WKT from 'ol/format/WKT.js';
import Point from 'ol/geom/Point.js';
import { defaults as defaultInteractions } from 'ol/interaction/defaults.js';
import OlMap from 'ol/Map.js';
import View from 'ol/View.js';
import { BaseLayers } from './base-layers/BaseLayers.ts';
import type { ColorScheme } from './base-layers/readSourceOptions.ts';
import { DraftLayer } from './DraftLayer.ts';
import { Emitter } from './Emitter.ts';
import { type HoveredObject, HoverWatch } from './HoverWatch.ts';
import type { MapAction } from './MapAction.ts';
import { type OwnPlace, OwnPlaceLayer } from './OwnPlaceLayer.ts';
import { DraggedObject } from './objects/DraggedObject.ts';
import type { LayerFilter, ObjectLayer } from './objects/ObjectLayer.ts';
import { type ObjectData, ObjectLayers, type ObjectLayersState } from './objects/ObjectLayers.ts';
import { type FindNearest, ObjectPicker } from './objects/ObjectPicker.ts';
import { readGeometry } from './objects/readGeometry.ts';
import type { MapPicture, PictureRequest } from './printing/drawMapPicture.ts';
import { type SelectedKey, Selection } from './Selection.ts';
import { SelectionLayer } from './SelectionLayer.ts';
import { createStore, type ReadonlyStore } from './Store.ts';
import { ShapeEditing } from './shape/ShapeEditing.ts';
import { SnapInteraction } from './snapping/SnapInteraction.ts';
import { MAX_ZOOM, type MapView } from './startView.ts';
import type { Drawing, DrawingCommands, ToolContext } from './tools/Tool.ts';
import { type ToolState, ToolSwitch } from './tools/ToolSwitch.ts';
import { ViewHistory } from './ViewHistory.ts';
import { watchLongPress } from './watchLongPress.ts';
import { watchPointer } from './watchPointer.ts';

/** The calls the map makes; given from outside, so that it knows neither addresses nor sessions. */
export interface MapData extends ObjectData {
  readonly findNearest: FindNearest;
}

/** Where the map stands, after each move. */
export interface ViewState extends MapView {
  /** Visible extent in EPSG:3857. */
  readonly extent: Extent;
  /** Metres of EPSG:3857 a pixel. */
  readonly resolution: number;
  readonly centerLonLat: readonly [number, number];
}

/** DRAG-01: an object that was dragged to another place, not saved yet. */
export interface ObjectMove {
  readonly id: number;
  /** EPSG:3857. */
  readonly dx: number;
  readonly dy: number;
  /** Where the user saw it before, as exactly as the map draws: who drags what is elsewhere by now means another move. */
  readonly drawn: { readonly extent: Extent; readonly toleranceM: number };
  /** Ends the move: `moved` leaves the object there, `failed` puts it back. */
  readonly settle: (outcome: 'moved' | 'failed') => void;
}

interface MapEvents {
  /** TOOL-12: describe it. The shape stays on the map until `discardDraft`. */
  drawn: Drawing;
  moved: ObjectMove;
  /** The user tried to drag an object that he may not change. */
  moveRefused: null;
  /** A tool was chosen: what belongs to the one before closes (TOOL-08). */
  toolChosen: MapAction;
  /** Moved by hand. */
  dragged: undefined;
}

interface FitOptions {
  readonly maxZoom?: number;
  readonly animate?: boolean;
}

const FIT_PADDING_PX = 48;
const MOVE_MS = 250;
/** What simplifying and rounding for display may move an edge, with some room. */
const DRAWN_TOLERANCE_PX = 2;
const prefersStill = () => window.matchMedia('(prefers-reduced-motion: reduce)').matches;

/** The map, outside React: commands come in as methods, news goes out through stores and events. */
export class MapController {
  readonly #map: OlMap;
  readonly #data: MapData;
  readonly #base: BaseLayers;
  readonly #objects: ObjectLayers;
  readonly #picker: ObjectPicker;
  readonly #hover: HoverWatch;
  readonly #dragged: DraggedObject;
  readonly #selection: Selection;
  readonly #draft: DraftLayer;
  readonly #ownPlace: OwnPlaceLayer;
  readonly #tools: ToolSwitch;
  readonly #shapes: ShapeEditing;
  readonly #events = new Emitter<MapEvents>();
  readonly #view = createStore<ViewState | null>(null);
  readonly #history = new ViewHistory();
  readonly #language = createStore<Language>('en');
  readonly #isSnapping = createStore(true);
  readonly #pointer = createStore<readonly [number, number] | null>(null);
  readonly #stopPointer: () => void;
  readonly #longPress: ReturnType<typeof watchLongPress>;
  /** Of the map when its objects were last asked for because of its size. */
  #loadedSize = '';

  constructor(data: MapData, start: MapView) {
    this.#map = new OlMap({
      controls: [],
      interactions: defaultInteractions({ altShiftDragRotate: false, pinchRotate: false }),
      moveTolerance: 3,
      view: new View({
        center: [...start.center],
        zoom: start.zoom,
        minZoom: 2,
        maxZoom: MAX_ZOOM,
        // Whole levels: what is loaded (LOAD-12) and the tiles are made for them.
        constrainResolution: true,
        enableRotation: false,
      }),
    });
    this.#data = data;
    this.#base = new BaseLayers(this.#map);
    this.#objects = new ObjectLayers(this.#map, data);
    this.#picker = new ObjectPicker(this.#map, this.#objects, data.findNearest);
    const selectionLayer = new SelectionLayer(this.#map);
    this.#selection = new Selection(selectionLayer, this.#objects.vectors);
    this.#draft = new DraftLayer(this.#map);
    this.#ownPlace = new OwnPlaceLayer(this.#map);
    const viewport = this.#map.getViewport();
    if (!viewport) throw new Error('the map has no viewport');
    this.#dragged = new DraggedObject(this.#map, this.#objects.vectors);
    this.#hover = this.#watchHover(viewport, data.findNearest);
    this.#tools = new ToolSwitch({
      map: this.#map,
      viewport,
      language: this.#language,
      finish: (shape, kind) => this.#finishDrawing(shape, kind),
      pickAt: (pixel) => void this.#pickAt(pixel),
      hasObjectAt: (pixel) => this.#picker.findDrawn(pixel) !== null,
      findObjectAt: (pixel) => this.#picker.findDrawn(pixel),
      dragged: this.#dragged,
      moved: (object, dx, dy) => this.#tellMoved(object, dx, dy),
      refuseMove: () => this.#events.emit('moveRefused', null),
      createSnap: () => this.#createSnap(null),
    });
    this.#shapes = new ShapeEditing({
      map: this.#map,
      viewport,
      createSnap: (exceptId) => this.#createSnap(exceptId),
      onStart: () => {
        this.#hover.close();
        selectionLayer.setVisible(false);
        this.#enterTool('None');
      },
      onEnd: () => {
        selectionLayer.setVisible(true);
        this.#enterTool('SelectObject');
      },
    });
    this.#map.on('moveend', () => this.#tellView());
    this.#map.on('pointerdrag', () => this.#events.emit('dragged', undefined));
    // A finger cannot rest on an object without touching it (POP-01).
    this.#longPress = watchLongPress(viewport, (pixel) => {
      if (this.#isHoverWelcome()) void this.showPopupAt(pixel);
    });
    this.#stopPointer = watchPointer(this.#map, viewport, (lonLat) => this.#pointer.set(lonLat));
    this.setTool('SelectObject');
  }

  /** Puts the map into an element of the page; returns the way out. The map itself lives on. */
  attach(element: HTMLElement): () => void {
    this.#map.setTarget(element);
    return () => {
      if (this.#map.getTarget() === element) this.#map.setTarget(undefined);
    };
  }

  dispose(): void {
    this.#stopPointer();
    this.#longPress.stop();
    this.#shapes.stop();
    this.#tools.dispose();
    this.#hover.dispose();
    this.#picker.cancel();
    this.#objects.dispose();
    this.#map.setTarget(undefined);
    this.#map.dispose();
  }

  on<K extends keyof MapEvents>(name: K, handler: (event: MapEvents[K]) => void): () => void {
    return this.#events.on(name, handler);
  }

  // Layers

  /** Base layers and overlays to show, lowest first. */
  showBaseLayers(layers: readonly MapLayer[]): void {
    this.#base.show(layers);
  }

  /** Base layers and overlays whose pictures do not come. */
  get brokenBaseLayerIds(): ReadonlyStore<ReadonlySet<number>> {
    return this.#base.brokenIds;
  }

  setScheme(scheme: ColorScheme): void {
    this.#base.setScheme(scheme);
  }

  /** Of the measures that are written on the map. */
  setLanguage(language: Language): void {
    this.#language.set(language);
  }

  /** The switched-on object layers, in the order of the list. */
  setObjectLayers(layers: readonly ObjectLayer[]): void {
    this.#objects.setLayers(layers);
  }

  /** LOAD-04. */
  setFilters(filters: readonly LayerFilter[]): void {
    this.#objects.setFilters(filters);
  }

  get objectLayers(): ReadonlyStore<ObjectLayersState> {
    return this.#objects.state;
  }

  /** TOOL-15: what is drawn stays until the answer is there. */
  reload(): void {
    this.#objects.reload();
  }

  /** What the map shows, drawn once more for paper. */
  async drawPicture(request: PictureRequest, signal: AbortSignal): Promise<MapPicture> {
    const { drawMapPicture } = await import('./printing/drawMapPicture.ts');
    const contents = {
      data: this.#data,
      baseLayers: this.#base.shown,
      objectLayers: this.#objects.layers,
      filters: this.#objects.filters,
    };
    return await drawMapPicture(contents, request, signal);
  }

  // View

  get view(): ReadonlyStore<ViewState | null> {
    return this.#view;
  }

  get canGoBack(): ReadonlyStore<boolean> {
    return this.#history.canGoBack;
  }

  /** VIEW-03. */
  goToPreviousView(): void {
    const view = this.#history.goBack();
    if (view === undefined) return;
    const { center, zoom } = view;
    this.#map.getView().animate({ center: [...center], zoom, duration: this.#duration() });
  }

  /** Lon/lat under the pointer; null when it is not over the map. */
  get pointer(): ReadonlyStore<readonly [number, number] | null> {
    return this.#pointer;
  }

  /** LAY-15: the place of the map has another size. */
  layoutChanged(): void {
    const wasInView = this.#isSelectionInView();
    this.#map.updateSize();
    const size = this.#map.getSize()?.join();
    if (size === undefined || size === this.#loadedSize) return;
    this.#loadedSize = size;
    if (wasInView && !this.#isSelectionInView()) this.#showSelection();
    // While the first objects are on their way they need not be asked for twice.
    if (this.#objects.state.get().loadingIds.size === 0) this.#objects.reload();
  }

  zoomBy(levels: number): void {
    const view = this.#map.getView();
    view.animate({ zoom: (view.getZoom() ?? 0) + levels, duration: this.#duration() });
  }

  centerOn(centerLonLat: readonly [number, number], zoom: number): void {
    const center = toMercator(centerLonLat);
    this.#map.getView().animate({ center, zoom, duration: this.#duration() });
  }

  /** Keeps the zoom. */
  panTo(centerLonLat: readonly [number, number]): void {
    const view = this.#map.getView();
    // A map that is still rolling out would have the last word.
    view.cancelAnimations();
    view.animate({ center: [...toMercator(centerLonLat)], duration: this.#duration() });
  }

  /** Where the device is; returns what it covers, in EPSG:3857. */
  showOwnPlace(place: OwnPlace): Extent {
    return this.#ownPlace.show(place);
  }

  hideOwnPlace(): void {
    this.#ownPlace.clear();
  }

  /** VIEW-04: not nearer than zoom 28, or than `maxZoom`. */
  fit(extent: Extent, { maxZoom = MAX_ZOOM, animate = true }: FitOptions = {}): void {
    this.#map.getView().fit(extent, {
      maxZoom: Math.min(maxZoom, MAX_ZOOM),
      padding: Array(4).fill(FIT_PADDING_PX),
      duration: animate ? this.#duration() : 0,
    });
  }

  // Tools

  get tool(): ReadonlyStore<ToolState> {
    return this.#tools.state;
  }

  setTool(action: MapAction, placement: ToolContext['placement'] = 'click'): void {
    this.#shapes.whenFree(() => {
      this.#events.emit('toolChosen', action);
      this.#hover.close(); // TOOL-08
      this.deselect(); // TOOL-09
      this.#enterTool(action, placement);
    });
  }

  /** Editing the shape of the selected object, which stays selected. */
  get shapes(): ShapeEditing {
    return this.#shapes;
  }

  /** The drawing under way, with the point under the pointer. */
  get sketch(): ReadonlyStore<Geometry | null> {
    return this.#tools.sketch;
  }

  /** What buttons can do to the drawing under way. */
  get drawing(): DrawingCommands | null {
    return this.#tools.commands;
  }

  /** Whether points go onto what is drawn near the pointer. */
  get isSnapping(): ReadonlyStore<boolean> {
    return this.#isSnapping;
  }

  setSnapping(isOn: boolean): void {
    this.#isSnapping.set(isOn);
  }

  /** Takes the place under the pin (phones) as the drawn point. */
  confirmPlace(): void {
    const center = this.#map.getView().getCenter();
    if (center) this.#finishDrawing(new Feature(new Point(center)), 'point');
  }

  /** TOOL-13, TOOL-14: takes the drawn shape from the map. */
  discardDraft(): void {
    this.#draft.clear();
  }

  // Selection

  get selection(): ReadonlyStore<SelectedKey | null> {
    return this.#selection.store;
  }

  select(key: SelectedKey): void {
    this.#shapes.whenFree(() => {
      this.#picker.cancel();
      this.#selection.select(key, this.#objects.vectors.findWkt(key));
    });
  }

  /** Highlights the selected object with every vertex of its own geometry. */
  showSelected(id: number, wkt: string): void {
    this.#selection.showWhole(id, wkt);
  }

  deselect(): void {
    this.#shapes.stop();
    this.#picker.cancel();
    this.#selection.clear();
  }

  /** INFO-10: a deleted object leaves the map at once. */
  removeObject(id: number): void {
    this.#objects.vectors.removeObject(id);
  }

  // Popup

  /** The object that the popup is about; null while there is none. */
  get hovered(): ReadonlyStore<HoveredObject | null> {
    return this.#hover.store;
  }

  /** Shows the popup of what is at a pixel of the map at once (a long press); false when there is nothing. */
  showPopupAt(pixel: readonly number[]): Promise<boolean> {
    return this.#hover.showAt(pixel);
  }

  closePopup(): void {
    this.#hover.close();
  }

  #watchHover(viewport: HTMLElement, findNearest: FindNearest): HoverWatch {
    // Its own look-ups: resting on something must not give up what a click has asked for.
    const picker = new ObjectPicker(this.#map, this.#objects, findNearest);
    return new HoverWatch({
      map: this.#map,
      viewport,
      find: async (pixel) => this.#selection.findAt(pixel) ?? picker.find(pixel, this.#listImageLayers()),
      cancelFind: () => picker.cancel(),
      isDrawnAt: (pixel, { id, layerId }) => {
        const at = this.#selection.findAt(pixel) ?? picker.findDrawn(pixel)?.wire;
        return at?.id === id && at.layerId === layerId;
      },
      isWelcome: () => this.#isHoverWelcome(),
    });
  }

  /** Where the server has to say what lies under the pointer: pictures hold nothing to hit. */
  #listImageLayers(): number[] {
    const { imageIds } = this.#objects.state.get();
    return this.#objects
      .listVisible()
      .map(({ id }) => id)
      .filter((id) => imageIds.has(id));
  }

  #tellMoved({ id, wkt }: { readonly id: number; readonly wkt: string }, dx: number, dy: number): void {
    const extent = toExtent(readGeometry(wkt)?.getExtent() ?? []);
    const toleranceM = DRAWN_TOLERANCE_PX * (this.#map.getView().getResolution() ?? 0);
    const settle: ObjectMove['settle'] = (outcome) => this.#settle(outcome);
    this.#events.emit('moved', { id, dx, dy, drawn: { extent, toleranceM }, settle });
  }

  #settle(outcome: 'moved' | 'failed'): void {
    if (outcome === 'moved') this.#dragged.leaveThere();
    else this.#dragged.putBack();
  }

  async #pickAt(pixel: number[]): Promise<void> {
    if (this.#longPress.wasLong()) return;
    const found = await this.#picker.find(pixel);
    if (found === 'superseded') return;
    if (found === null) this.deselect();
    else this.#selection.select({ id: found.id, layerId: found.layerId }, found.wkt);
  }

  /** False while the pointer has other work. */
  #isHoverWelcome(): boolean {
    return (
      this.#shapes.state.get() === null && ['SelectObject', 'None'].includes(this.#tools.state.get().action)
    );
  }

  #enterTool(action: MapAction, placement: ToolContext['placement'] = 'click'): void {
    this.#tools.enter(action, placement, () => this.setTool('SelectObject'));
  }

  #createSnap(exceptId: number | null): SnapInteraction {
    return new SnapInteraction({
      isOn: () => this.#isSnapping.get(),
      listPaths: (extent) => this.#objects.vectors.listPathsIn(extent, exceptId),
    });
  }

  #finishDrawing(shape: Feature, kind: GeometryKind): void {
    const geometry = shape.getGeometry();
    if (!geometry) return;
    this.#draft.show(shape);
    this.setTool('None');
    this.#events.emit('drawn', { kind, wkt: new WKT().writeGeometry(geometry) });
  }

  /** Opening a panel beside the map must not push what is selected out of sight. */
  #isSelectionInView(): boolean {
    const [selected, size] = [this.#selection.extent(), this.#map.getSize()];
    if (selected === null || !size || size.some((side) => side === 0)) return false;
    return extentsIntersect(selected, toExtent(this.#map.getView().calculateExtent(size)));
  }

  #showSelection(): void {
    const selected = this.#selection.extent();
    if (selected) this.#map.getView().animate({ center: extentCenter(selected), duration: this.#duration() });
  }

  #duration(): number {
    return prefersStill() ? 0 : MOVE_MS;
  }

  #tellView(): void {
    const view = this.#map.getView();
    const [center, resolution, size] = [view.getCenter(), view.getResolution(), this.#map.getSize()];
    if (!center || resolution === undefined || !size || size.some((side) => side === 0)) return;
    this.#loadedSize ||= size.join();
    const zoom = zoomFromResolution(resolution);
    const extent = toExtent(view.calculateExtent(size));
    const [x = 0, y = 0] = center;
    this.#view.set({ center: [x, y], centerLonLat: toLonLat([x, y]), zoom, resolution, extent });
    this.#history.remember({ center: [x, y], zoom });
    this.#objects.setView({ extent, zoom, resolution });
  }
}
