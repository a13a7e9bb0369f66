import type { Language } from '@pgis/contract';
import { type Geometry, zoomFromResolution } from '@pgis/geo';
import type OlMap from 'ol/Map.js';
import { Emitter } from '../store/Emitter.ts';
import { createStore, type ReadonlyStore } from '../store/Store.ts';
import { ClickPick } from './interaction/ClickPick.ts';
import { ObjectPopup } from './interaction/ObjectPopup.ts';
import { isParted, type OpenedCluster, partingZoom } from './interaction/OpenedCluster.ts';
import { type SelectedKey, Selection } from './interaction/Selection.ts';
import type { ShapeEditing } from './interaction/shape/ShapeEditing.ts';
import { watchPointer } from './interaction/watchPointer.ts';
import { BaseLayers } from './layers/base-layers/BaseLayers.ts';
import type { MarkLayer, Marks, Rings } from './layers/MarkLayer.ts';
import { OwnPositionLayer } from './layers/OwnPositionLayer.ts';
import type { HiddenRules } from './layers/objects/HiddenRules.ts';
import type { LayerAppearance } from './layers/objects/layerAppearance.ts';
import type { LayerFilter, ObjectLayer } from './layers/objects/ObjectLayer.ts';
import { type ObjectData, ObjectLayers, type ObjectLayersState } from './layers/objects/ObjectLayers.ts';
import { type FindNearest, type FoundCluster, ObjectPicker } from './layers/objects/ObjectPicker.ts';
import { SelectionLayer } from './layers/SelectionLayer.ts';
import type { MapEvents } from './MapEvents.ts';
import type { MapImage, MapImageRequest } from './printing/drawMapImage.ts';
import type { MapAction } from './tools/MapAction.ts';
import { MapTools } from './tools/MapTools.ts';
import type { DrawingCommands, ToolContext } from './tools/Tool.ts';
import type { ToolState } from './tools/ToolSwitch.ts';
import { createOlMap } from './view/createOlMap.ts';
import { MapCamera, type ViewState } from './view/MapCamera.ts';
import type { MapView } from './view/startView.ts';

/** Calls that the map makes. They are passed in, so that the map depends on neither addresses nor sessions. */
export interface MapData extends ObjectData {
  readonly findNearest: FindNearest;
}

/** The map, outside React: commands come in as methods, changes are reported through stores and events. */
export class MapController {
  /** Moves the map. */
  readonly camera: MapCamera;
  /** Base layers and overlays, beneath images and objects. */
  readonly baseLayers: BaseLayers;
  readonly ownPosition: OwnPositionLayer;
  /** The object that a pointer rests on. */
  readonly popup: ObjectPopup;
  readonly #map: OlMap;
  readonly #data: MapData;
  readonly #objects: ObjectLayers;
  readonly #picker: ObjectPicker;
  readonly #selection: Selection;
  readonly #clickPick: ClickPick;
  #marks: MarkLayer | undefined;
  readonly #tools: MapTools;
  readonly #events = new Emitter<MapEvents>();
  /** Layers that changed while the map was not on a page. */
  readonly #changedLayerIds = new Set<number>();
  readonly #language = createStore<Language>('en');
  readonly #pointer = createStore<readonly [number, number] | null>(null);
  readonly #cluster = createStore<OpenedCluster | null>(null);
  readonly #stopPointer: () => void;

  constructor(data: MapData, start: MapView) {
    this.#map = createOlMap(start);
    this.#data = data;
    this.baseLayers = new BaseLayers(this.#map);
    this.#objects = new ObjectLayers(this.#map, data);
    this.camera = new MapCamera(this.#map, (view) => this.#objects.setView(view));
    this.#picker = new ObjectPicker(this.#map, this.#objects, data.findNearest);
    const selectionLayer = new SelectionLayer(this.#map);
    this.#selection = new Selection(selectionLayer, this.#objects.vectors);
    this.ownPosition = new OwnPositionLayer(this.#map);
    const viewport = this.#map.getViewport();
    if (!viewport) throw new Error('the map has no viewport');
    this.popup = new ObjectPopup({
      map: this.#map,
      viewport,
      objects: this.#objects,
      selection: this.#selection,
      findNearest: data.findNearest,
      isEnabled: () => this.#tools.areIdle,
    });
    this.#clickPick = new ClickPick({
      selection: this.#selection,
      find: (pixel) => this.#picker.findClicked(pixel),
      openCluster: (cluster, pixel) => this.#openCluster(cluster, pixel),
      cancelFind: () => this.#picker.cancel(),
      reselect: (key) => this.select(key),
      deselect: () => this.deselect(),
      isNoClick: () => this.popup.wasOpenedByTouch(),
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
      closePopup: () => this.popup.close(),
      deselect: () => this.deselect(),
      showSelection: (isVisible) => selectionLayer.setVisible(isVisible),
    });
    this.#map.on('pointerdrag', () => this.#events.emit('dragged', undefined));
    this.#map.on('movestart', () => this.closeCluster());
    this.#stopPointer = watchPointer(this.#map, viewport, (lonLat) => this.#pointer.set(lonLat));
    this.setTool('SelectObject');
  }

  /** Shows the map in an element of the page; returns a function that detaches it without disposing of the map. */
  attach(element: HTMLElement): () => void {
    this.#map.setTarget(element);
    const changed = [...this.#changedLayerIds];
    this.#changedLayerIds.clear();
    this.#objects.reloadLayers(changed);
    return () => {
      if (this.#map.getTarget() === element) this.#map.setTarget(undefined);
    };
  }

  dispose(): void {
    this.#stopPointer();
    this.#tools.dispose();
    this.popup.dispose();
    this.#picker.cancel();
    this.#objects.dispose();
    this.#map.setTarget(undefined);
    this.#map.dispose();
  }

  on<K extends keyof MapEvents>(name: K, handler: (event: MapEvents[K]) => void): () => void {
    return this.#events.on(name, handler);
  }

  // Layers

  /** Sets the language of the measurements on the map. */
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

  /** Draws the objects of a layer in another style; `null` restores its own. */
  previewLayer(layerId: number, appearance: LayerAppearance | null): void {
    this.#objects.preview(layerId, appearance);
  }

  /**
   * Loads changed layers again, and no others (TOOL-15, LIST-14). While the map is not on a page it collects them
   * until it is attached.
   */
  reloadLayers(layerIds: Iterable<number>): void {
    if (this.#map.getTarget() === undefined) for (const id of layerIds) this.#changedLayerIds.add(id);
    else this.#objects.reloadLayers(layerIds);
  }

  /** LOAD-10: loads all layers again after a load has failed. */
  retryLoading(): void {
    this.#objects.reload();
  }

  /** Draws the map a second time, off the screen and in the size of the paper. */
  async drawImage(request: MapImageRequest, signal: AbortSignal): Promise<MapImage> {
    const { drawMapImage } = await import('./printing/drawMapImage.ts');
    const contents = {
      data: this.#data,
      baseLayers: this.baseLayers.displayed,
      objectLayers: this.#objects.layers,
      filters: this.#objects.filters,
      hiddenRules: this.#objects.hiddenRules,
    };
    return await drawMapImage(contents, request, signal);
  }

  /** Loads again the objects, images and tiles that failed to load. */
  retryFailed(): void {
    this.baseLayers.retryFailed();
    this.#objects.reloadLayers(this.#objects.state.get().failedIds);
  }

  // View

  get view(): ReadonlyStore<ViewState | null> {
    return this.camera.view;
  }

  /** Longitude and latitude under the pointer; null when it is not over the map. */
  get pointer(): ReadonlyStore<readonly [number, number] | null> {
    return this.#pointer;
  }

  /** LAY-15: updates the map after its element has changed size. */
  layoutChanged(): void {
    if (!this.camera.followLayout(this.#selection.extent())) return;
    // The first load may still be under way for the old size and would be requested twice.
    if (this.#objects.state.get().loadingIds.size === 0) this.#objects.reload();
  }

  // Tools

  /** Draws a polygon that becomes no object, such as a filter area; activating another tool cancels it. */
  askForArea(onArea: (wkt: string) => void): void {
    this.#tools.choose('DrawPolygon', 'click', onArea);
  }

  get tool(): ReadonlyStore<ToolState> {
    return this.#tools.switch.state;
  }

  setTool(action: MapAction, placement: ToolContext['placement'] = 'click'): void {
    this.#tools.choose(action, placement);
  }

  /** Editing of the selected object's shape; the object stays selected. */
  get shapes(): ShapeEditing {
    return this.#tools.shapes;
  }

  /** The geometry being drawn, including the point under the pointer. */
  get sketch(): ReadonlyStore<Geometry | null> {
    return this.#tools.switch.sketch;
  }

  /** The commands that buttons give to the drawing in progress. */
  get drawing(): DrawingCommands | null {
    return this.#tools.switch.commands;
  }

  /** True while the points being set snap to objects near the pointer. */
  get isSnapping(): ReadonlyStore<boolean> {
    return this.#tools.isSnapping;
  }

  setSnapping(isOn: boolean): void {
    this.#tools.setSnapping(isOn);
  }

  /** Takes the position under the pin (phones) as the drawn point. */
  confirmPosition(): void {
    this.#tools.confirmPosition();
  }

  /** Shows a shape that was drawn at an earlier visit in place of the drawn one. */
  showDraft(wkt: string): void {
    this.#tools.showDraft(wkt);
  }

  /** TOOL-13, TOOL-14: removes the drawn shape from the map. */
  discardDraft(): void {
    this.#tools.discardDraft();
  }

  // Selection

  get selection(): ReadonlyStore<SelectedKey | null> {
    return this.#selection.store;
  }

  select(key: SelectedKey): void {
    this.#tools.shapes.afterConfirm(() => {
      this.#picker.cancel();
      this.#selection.select(key, this.#objects.vectors.findWkt(key));
    });
  }

  /** With true a click shows the selected object at once; otherwise only when no second click, which zooms, follows. */
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

  /** Marks the objects selected in a table, or puts rings around overdue cases; null removes the marks and leaves the rings. */
  async mark(marks: Marks | Rings | null): Promise<void> {
    if (marks === null && this.#marks === undefined) return;
    const { MarkLayer } = await import('./layers/MarkLayer.ts');
    this.#marks ??= new MarkLayer(this.#map, (key) => this.#objects.vectors.findWkt(key));
    if (marks === null) this.#marks.clear();
    else this.#marks.show(marks);
  }

  /** The cluster whose objects are listed; null while none are. */
  get cluster(): ReadonlyStore<OpenedCluster | null> {
    return this.#cluster;
  }

  closeCluster(): void {
    this.#cluster.set(null);
  }

  /**
   * Zooms to the objects of a cluster or of heat, at most to the first zoom at which the layer shows each of them. Lists
   * them where that does not part them.
   */
  #openCluster(cluster: FoundCluster, [x = 0, y = 0]: readonly number[]): void {
    const layer = this.#objects.layers.find(({ id }) => id === cluster.layerId);
    const zoom = zoomFromResolution(this.camera.resolution);
    const maxZoom = partingZoom(layer ?? { aggregatedTo: null, zoomTo: null });
    const { filters, hiddenRules } = this.#objects;
    if (zoom < maxZoom && isParted(cluster.extent, maxZoom)) this.camera.fit(cluster.extent, { maxZoom });
    else this.#cluster.set({ ...cluster, anchor: [x, y], zoom, filters, hiddenRules });
  }

  /** INFO-10: removes a deleted object from the map at once. */
  removeObject(id: number): void {
    this.#objects.vectors.removeObject(id);
  }

  /** INFO-10: removes a deleted object; if it was selected, the selection ends and the select tool is active again. */
  objectDeleted(id: number): void {
    this.removeObject(id);
    if (this.#selection.store.get()?.id === id) this.setTool('SelectObject');
  }
}
