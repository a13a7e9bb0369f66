import type { MapLayer } from '@pgis/contract';
import TileLayer from 'ol/layer/Tile.js';
import type OlMap from 'ol/Map.js';
import type TileSource from 'ol/source/Tile.js';
import { createStore, type ReadonlyStore } from '../../../store/Store.ts';
import { createNamesSource, createTileSource, loadSourceCode } from './createTileSource.ts';
import type { ColorScheme } from './readSourceOptions.ts';
import { watchTiles } from './watchTiles.ts';

/**
 * zIndex of base layers, and of overlays above them; images and objects come above both. Names of base layers lie above
 * objects, and below what marks, selects, draws and measures.
 */
const z = { base: 0, overlay: 100, names: 8_000 } as const;

/** A base layer or overlay as the reader wants to see it. */
export interface VisibleLayer extends MapLayer {
  /** From 0 to 1; opaque by default. */
  readonly opacity?: number;
}

interface DisplayedLayer {
  readonly layer: TileLayer;
  /** The names of a base layer whose ground is `layer`. */
  readonly names: TileLayer | undefined;
  /** Source options from which the layer was made. */
  readonly sourceJson: string;
  readonly version: number;
  /** True if the tile server sends no CORS headers: its tiles can be displayed but not printed. */
  isUnreadable: boolean;
  hasTiles: boolean;
  /** True if a tile has failed since the source was set. */
  hasFailedTiles: boolean;
  /** Removes the listeners of the source. */
  stopWatching: () => void;
}

interface BaseLayersOptions {
  readonly pixelRatio?: number;
  /** Draws only layers whose tiles the page may read, and our own maps as sharp as paper is. */
  readonly isForPaper?: boolean;
}

/** Owns the tile layers of the map: base layers and overlays. The caller decides which are visible. */
export class BaseLayers {
  readonly #map: OlMap;
  readonly #pixelRatio: number;
  readonly #isForPaper: boolean;
  readonly #displayed = new Map<number, DisplayedLayer>();
  readonly #brokenIds = createStore<ReadonlySet<number>>(new Set());
  #layers: readonly VisibleLayer[] = [];
  #scheme: ColorScheme = 'light';

  constructor(
    map: OlMap,
    { pixelRatio = window.devicePixelRatio, isForPaper = false }: BaseLayersOptions = {},
  ) {
    this.#map = map;
    this.#pixelRatio = pixelRatio;
    this.#isForPaper = isForPaper;
  }

  /** The displayed layers, lowest first. */
  get displayed(): readonly VisibleLayer[] {
    return this.#layers;
  }

  /** Displayed layers whose tiles fail to load. */
  get brokenIds(): ReadonlyStore<ReadonlySet<number>> {
    return this.#brokenIds;
  }

  /** Displayed layers of which no tile has loaded. */
  listMissing(): readonly MapLayer[] {
    const broken = this.#brokenIds.get();
    return this.#layers.filter(({ id }) => broken.has(id) && this.#displayed.get(id)?.hasTiles !== true);
  }

  /** Displays exactly these layers, in the given order, with base layers beneath overlays. */
  show(layers: readonly VisibleLayer[]): void {
    this.#layers = layers;
    const layerIds = new Set(layers.map(({ id }) => id));
    for (const id of this.#displayed.keys()) if (!layerIds.has(id)) this.#remove(id);
    for (const [index, layer] of layers.entries()) this.#display(layer, index);
  }

  /** Requests the tiles of layers of which some have failed again, with CORS as at first. */
  retryFailed(): void {
    for (const layer of this.#layers) {
      const displayed = this.#displayed.get(layer.id);
      if (!displayed?.hasFailedTiles) continue;
      if (!displayed.hasTiles) displayed.isUnreadable = false;
      this.#setSource(displayed, layer);
    }
  }

  setScheme(scheme: ColorScheme): void {
    if (scheme === this.#scheme) return;
    this.#scheme = scheme;
    for (const layer of this.#layers) {
      const displayed = this.#displayed.get(layer.id);
      if (displayed && layer.sourceJson.includes('{scheme}')) this.#setSource(displayed, layer);
    }
  }

  #display({ opacity = 1, ...layer }: VisibleLayer, index: number): void {
    const zIndex = (layer.overlay ? z.overlay : z.base) + index;
    const displayed = this.#displayed.get(layer.id);
    // The address of the server's own maps names the language.
    if (displayed?.version === layer.version && displayed.sourceJson === layer.sourceJson) {
      displayed.layer.setZIndex(zIndex);
      displayed.layer.setOpacity(opacity);
      displayed.names?.setZIndex(z.names + index);
      return;
    }
    this.#remove(layer.id);
    const names = this.#namesSource(layer) ? new TileLayer({ zIndex: z.names + index }) : undefined;
    // The large tiles of our own maps reach beyond the view as it is.
    const tiles = new TileLayer({ zIndex, opacity, preload: names ? 0 : 1 });
    const added: DisplayedLayer = {
      ...{ layer: tiles, names, sourceJson: layer.sourceJson, version: layer.version },
      stopWatching: () => {},
      ...{ isUnreadable: false, hasTiles: false, hasFailedTiles: false },
    };
    this.#setSource(added, layer);
    this.#displayed.set(layer.id, added);
    this.#map.addLayer(tiles);
    if (names) this.#map.addLayer(names);
  }

  #remove(id: number): void {
    const displayed = this.#displayed.get(id);
    if (displayed === undefined) return;
    displayed.stopWatching();
    this.#map.removeLayer(displayed.layer);
    if (displayed.names) this.#map.removeLayer(displayed.names);
    this.#displayed.delete(id);
    this.#setBroken(id, false);
  }

  #setSource(displayed: DisplayedLayer, layer: MapLayer): void {
    const code = loadSourceCode(layer);
    if (code === undefined) {
      this.#setLoadedSource(displayed, layer);
      return;
    }
    code.then(
      () => this.#displayed.get(layer.id) === displayed && this.#setLoadedSource(displayed, layer),
      () => {
        displayed.hasFailedTiles = true;
        this.#setBroken(layer.id, true);
      },
    );
  }

  #setLoadedSource(displayed: DisplayedLayer, layer: MapLayer): void {
    const source = this.#source(layer, !displayed.isUnreadable);
    const names = displayed.names ? this.#namesSource(layer) : null;
    displayed.stopWatching();
    displayed.layer.setSource(source);
    displayed.names?.setSource(names);
    displayed.hasFailedTiles = false;
    for (const one of [source, names])
      one?.addEventListener('tileloaderror', () => {
        displayed.hasFailedTiles = true;
      });
    displayed.stopWatching =
      source === null
        ? () => {}
        : watchTiles(source, (isBroken) => this.#onTilesChecked(displayed, layer, isBroken));
    this.#setBroken(layer.id, source === null);
  }

  #onTilesChecked(displayed: DisplayedLayer, layer: MapLayer, isBroken: boolean): void {
    if (!isBroken) displayed.hasTiles = true;
    const mayHelp = isBroken && !displayed.hasTiles && !displayed.isUnreadable && !this.#isForPaper;
    if (!mayHelp) {
      this.#setBroken(layer.id, isBroken);
      return;
    }
    // Many old servers send no CORS headers; their tiles can be displayed without them.
    displayed.isUnreadable = true;
    this.#setSource(displayed, layer);
  }

  #setBroken(id: number, isBroken: boolean): void {
    const broken = this.#brokenIds.get();
    if (broken.has(id) === isBroken) return;
    const others = [...broken].filter((one) => one !== id);
    this.#brokenIds.set(new Set(isBroken ? [...others, id] : others));
  }

  #ownOptions() {
    return { scheme: this.#scheme, pixelRatio: this.#pixelRatio, isForPaper: this.#isForPaper };
  }

  #namesSource(layer: MapLayer): TileSource | null {
    return createNamesSource(layer, this.#ownOptions());
  }

  #source(layer: MapLayer, isReadable: boolean): TileSource | null {
    const source = createTileSource(layer, { ...this.#ownOptions(), isReadable });
    if (source === null) console.error(`base layer ${layer.id}: its source options cannot be used`);
    return source;
  }
}
