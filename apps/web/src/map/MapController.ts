import type { Language, MapLayer } from '@pgis/contract';
import type { Extent, Geometry } from '@pgis/geo';
import type OlMap from 'ol/Map.js';
import { BaseLayers } from './base-layers/BaseLayers.ts';
import type { ColorScheme } from './base-layers/readSourceOptions.ts';
import { ClickPick } from './ClickPick.ts';
import { createOlMap } from './createOlMap.ts';
import { Emitter } from './Emitter.ts';
import type { HoveredObject } from './HoverWatch.ts';
import type { MapAction } from './MapAction.ts';
import { MapCamera, type ViewState } from './MapCamera.ts';
import type { MapEvents } from './MapEvents.ts';
import { MapTools } from './MapTools.ts';
import type { MarkLayer, Marks } from './MarkLayer.ts';
import { ObjectPopup } from './ObjectPopup.ts';
import { type OwnPlace, OwnPlaceLayer } from './OwnPlaceLayer.ts';
import type { HiddenRules } from './objects/HiddenRules.ts';
import type { LayerLook } from './objects/layerLook.ts';
import type { LayerFilter, ObjectLayer } from './objects/ObjectLayer.ts';
import { type ObjectData, ObjectLayers, type ObjectLayersState } from './objects/ObjectLayers.ts';
import { type FindNearest, ObjectPicker } from './objects/ObjectPicker.ts';
import type { MapPicture, PictureRequest } from './printing/drawMapPicture.ts';
import { type SelectedKey, Selection } from './Selection.ts';
import { SelectionLayer } from './SelectionLayer.ts';
import { createStore, type ReadonlyStore } from './Store.ts';
import type { ShapeEditing } from './shape/ShapeEditing.ts';
import type { MapView } from './startView.ts';
import type { DrawingCommands, ToolContext } from './tools/Tool.ts';
import type { ToolState } from './tools/ToolSwitch.ts';
import { watchPointer } from './watchPointer.ts';

/** The calls the map makes; given from outside, so that it knows neither addresses nor sessions. */
export interface MapData extends ObjectData {
  readonly findNearest: FindNearest;
}

/** The map, outside React: commands come in as methods, news goes out through stores and events. */
export class MapController {
  /** Moves the map. */
  readonly camera: MapCamera;
  readonly #map: OlMap;
  readonly #data: MapData;
  readonly #base: BaseLayers;
  readonly #objects: ObjectLayers;
  readonly #picker: ObjectPicker;
  readonly #popup: ObjectPopup;
  readonly #selection: Selection;
  readonly #clickPick: ClickPick;
  readonly #ownPlace: OwnPlaceLayer;
  #marks: MarkLayer | undefined;
  readonly #tools: MapTools;
  readonly #events = new Emitter<MapEvents>();
  readonly #language = createStore<Language>('en');
  readonly #pointer = createStore<readonly [number, number] | null>(null);
  readonly #stopPointer: () => void;

  constructor(data: MapData, start: MapView) {
    this.#map = createOlMap(start);
    this.#data = data;
    this.#base = new BaseLayers(this.#map);
    this.#objects = new ObjectLayers(this.#map, data);
    this.camera = new MapCamera(this.#map, (view) => this.#objects.setView(view));
    this.#picker = new ObjectPicker(this.#map, this.#objects, data.findNearest);
    const selectionLayer = new SelectionLayer(this.#map);
    this.#selection = new Selection(selectionLayer, this.#objects.vectors);
    this.#ownPlace = new OwnPlaceLayer(this.#map);
    const viewport = this.#map.getViewport();
    if (!viewport) throw new Error('the map has no viewport');
    this.#popup = new ObjectPopup({
      map: this.#map,
      viewport,
      objects: this.#objects,
      selection: this.#selection,
      findNearest: data.findNearest,
      isWelcome: () => this.#tools.areIdle,
    });
    this.#clickPick = new ClickPick({
      selection: this.#selection,
      find: (pixel) => this.#picker.find(pixel),
      cancelFind: () => this.#picker.cancel(),
      reselect: (key) => this.select(key),
      deselect: () => this.deselect(),
      isNoClick: () => this.#popup.wasAskedFor(),
    });
    this.#tools = new MapTools({
      map: this.#map,
      viewport,
      vectors: this.#objects.vectors,
      picker: this.#picker,
      language: this.#language,
      events: this.#events,
      resolution: () => this.camera.resolution,
      clickPick: this.#clickPick,
      closePopup: () => this.#popup.close(),
      deselect: () => this.deselect(),
      showSelection: (isVisible) => selectionLayer.setVisible(isVisible),
    });
    this.#map.on('pointerdrag', () => this.#events.emit('dragged', undefined));
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
    this.#tools.dispose();
    this.#popup.dispose();
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

  setHiddenRules(hidden: HiddenRules): void {
    this.#objects.setHiddenRules(hidden);
  }

  get hiddenRules(): HiddenRules {
    return this.#objects.hiddenRules;
  }

  get objectLayers(): ReadonlyStore<ObjectLayersState> {
    return this.#objects.state;
  }

  /** Draws the objects of a layer as they would look; `null` ends it. */
  previewLayer(layerId: number, look: LayerLook | null): void {
    this.#objects.preview(layerId, look);
  }

  /** TOOL-15: what is drawn stays until the answer is there. */
  reload(): void {
    this.#objects.reload();
    this.#events.emit('reloaded', undefined);
  }

  /** What the map shows, drawn once more for paper. */
  async drawPicture(request: PictureRequest, signal: AbortSignal): Promise<MapPicture> {
    const { drawMapPicture } = await import('./printing/drawMapPicture.ts');
    const contents = {
      data: this.#data,
      baseLayers: this.#base.shown,
      objectLayers: this.#objects.layers,
      filters: this.#objects.filters,
      hiddenRules: this.#objects.hiddenRules,
    };
    return await drawMapPicture(contents, request, signal);
  }

  // View

  get view(): ReadonlyStore<ViewState | null> {
    return this.camera.view;
  }

  /** Lon/lat under the pointer; null when it is not over the map. */
  get pointer(): ReadonlyStore<readonly [number, number] | null> {
    return this.#pointer;
  }

  /** LAY-15: the place of the map has another size. */
  layoutChanged(): void {
    if (!this.camera.followLayout(this.#selection.extent())) return;
    // While the first objects are on their way they need not be asked for twice.
    if (this.#objects.state.get().loadingIds.size === 0) this.#objects.reload();
  }

  /** Where the device is; returns what it covers, in EPSG:3857. */
  showOwnPlace(place: OwnPlace): Extent {
    return this.#ownPlace.show(place);
  }

  hideOwnPlace(): void {
    this.#ownPlace.clear();
  }

  // Tools

  /** A drawn polygon that becomes no object; choosing another tool ends it without. */
  askForArea(onArea: (wkt: string) => void): void {
    this.#tools.choose('DrawPolygon', 'click', onArea);
  }

  get tool(): ReadonlyStore<ToolState> {
    return this.#tools.switch.state;
  }

  setTool(action: MapAction, placement: ToolContext['placement'] = 'click'): void {
    this.#tools.choose(action, placement);
  }

  /** Editing the shape of the selected object, which stays selected. */
  get shapes(): ShapeEditing {
    return this.#tools.shapes;
  }

  /** The drawing under way, with the point under the pointer. */
  get sketch(): ReadonlyStore<Geometry | null> {
    return this.#tools.switch.sketch;
  }

  /** What buttons can do to the drawing under way. */
  get drawing(): DrawingCommands | null {
    return this.#tools.switch.commands;
  }

  /** Whether points go onto what is drawn near the pointer. */
  get isSnapping(): ReadonlyStore<boolean> {
    return this.#tools.isSnapping;
  }

  setSnapping(isOn: boolean): void {
    this.#tools.isSnapping.set(isOn);
  }

  /** Takes the place under the pin (phones) as the drawn point. */
  confirmPlace(): void {
    this.#tools.confirmPlace();
  }

  /** TOOL-13, TOOL-14: takes the drawn shape from the map. */
  discardDraft(): void {
    this.#tools.discardDraft();
  }

  // Selection

  get selection(): ReadonlyStore<SelectedKey | null> {
    return this.#selection.store;
  }

  select(key: SelectedKey): void {
    this.#tools.shapes.whenFree(() => {
      this.#picker.cancel();
      this.#selection.select(key, this.#objects.vectors.findWkt(key));
    });
  }

  /** Whether a click shows what it selects at once; else only when no second click follows, which zooms. */
  setShowsAtOnce(showsAtOnce: boolean): void {
    this.#clickPick.setShowsAtOnce(showsAtOnce);
  }

  /** Highlights the selected object with every vertex of its own geometry. */
  showSelected(id: number, wkt: string): void {
    this.#selection.showWhole(id, wkt);
  }

  deselect(): void {
    this.#tools.shapes.stop();
    this.#picker.cancel();
    this.#selection.clear();
  }

  /** What a table has chosen; null takes the marks away. */
  async mark(marks: Marks | null): Promise<void> {
    if (marks === null && this.#marks === undefined) return;
    const { MarkLayer } = await import('./MarkLayer.ts');
    this.#marks ??= new MarkLayer(this.#map, (key) => this.#objects.vectors.findWkt(key));
    if (marks === null) this.#marks.clear();
    else this.#marks.show(marks);
  }

  /** INFO-10: a deleted object leaves the map at once. */
  removeObject(id: number): void {
    this.#objects.vectors.removeObject(id);
  }

  // Popup

  /** The object that the popup is about; null while there is none. */
  get hovered(): ReadonlyStore<HoveredObject | null> {
    return this.#popup.object;
  }

  closePopup(): void {
    this.#popup.close();
  }
}
