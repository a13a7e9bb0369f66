import type { MapLayer } from '@pgis/contract';
import TileLayer from 'ol/layer/Tile.js';
import type OlMap from 'ol/Map.js';
import type TileSource from 'ol/source/Tile.js';
import { createStore, type ReadonlyStore } from '../Store.ts';
import { createTileSource } from './createTileSource.ts';
import type { ColorScheme } from './readSourceOptions.ts';
import { watchTiles } from './watchTiles.ts';

/** Base layers lie lowest, overlays on them; images and objects come above. */
const z = { base: 0, overlay: 100 } as const;

interface Shown {
  readonly layer: TileLayer;
  readonly version: number;
  /** The server lets nobody read its pictures: they are on the screen and cannot be printed. */
  isUnreadable: boolean;
  hasPictures: boolean;
  /** Ends watching its source. */
  stopWatching: () => void;
}

interface BaseLayersOptions {
  readonly pixelRatio?: number;
  /** Only layers whose pictures the page may read are drawn. */
  readonly mustBeReadable?: boolean;
}

/** Owns the tile layers of the map: base layers and overlays. Which are visible is decided outside. */
export class BaseLayers {
  readonly #map: OlMap;
  readonly #pixelRatio: number;
  readonly #mustBeReadable: boolean;
  readonly #shown = new Map<number, Shown>();
  readonly #brokenIds = createStore<ReadonlySet<number>>(new Set());
  #layers: readonly MapLayer[] = [];
  #scheme: ColorScheme = 'light';

  constructor(
    map: OlMap,
    { pixelRatio = window.devicePixelRatio, mustBeReadable = false }: BaseLayersOptions = {},
  ) {
    this.#map = map;
    this.#pixelRatio = pixelRatio;
    this.#mustBeReadable = mustBeReadable;
  }

  /** What is shown, lowest first. */
  get shown(): readonly MapLayer[] {
    return this.#layers;
  }

  /** Shown layers whose pictures do not come. */
  get brokenIds(): ReadonlyStore<ReadonlySet<number>> {
    return this.#brokenIds;
  }

  /** Shown layers of which not one picture came. */
  listMissing(): readonly MapLayer[] {
    const broken = this.#brokenIds.get();
    return this.#layers.filter(({ id }) => broken.has(id) && this.#shown.get(id)?.hasPictures !== true);
  }

  /** Shows exactly these, in the order given; base layers beneath overlays. */
  show(layers: readonly MapLayer[]): void {
    this.#layers = layers;
    const wanted = new Set(layers.map(({ id }) => id));
    for (const id of this.#shown.keys()) if (!wanted.has(id)) this.#remove(id);
    for (const [index, layer] of layers.entries()) this.#put(layer, index);
  }

  setScheme(scheme: ColorScheme): void {
    if (scheme === this.#scheme) return;
    this.#scheme = scheme;
    for (const layer of this.#layers) {
      const shown = this.#shown.get(layer.id);
      if (shown && layer.sourceJson.includes('{scheme}')) this.#setSource(shown, layer);
    }
  }

  #put(layer: MapLayer, index: number): void {
    const zIndex = (layer.overlay ? z.overlay : z.base) + index;
    const shown = this.#shown.get(layer.id);
    if (shown?.version === layer.version) {
      shown.layer.setZIndex(zIndex);
      return;
    }
    this.#remove(layer.id);
    const tiles = new TileLayer({ zIndex, preload: 1 });
    const added: Shown = {
      ...{ layer: tiles, version: layer.version, stopWatching: () => {} },
      ...{ isUnreadable: false, hasPictures: false },
    };
    this.#setSource(added, layer);
    this.#shown.set(layer.id, added);
    this.#map.addLayer(tiles);
  }

  #remove(id: number): void {
    const shown = this.#shown.get(id);
    if (shown === undefined) return;
    shown.stopWatching();
    this.#map.removeLayer(shown.layer);
    this.#shown.delete(id);
    this.#tell(id, false);
  }

  #setSource(shown: Shown, layer: MapLayer): void {
    const source = this.#source(layer, !shown.isUnreadable);
    shown.stopWatching();
    shown.layer.setSource(source);
    shown.stopWatching =
      source === null ? () => {} : watchTiles(source, (isBroken) => this.#judge(shown, layer, isBroken));
    this.#tell(layer.id, source === null);
  }

  #judge(shown: Shown, layer: MapLayer, isBroken: boolean): void {
    if (!isBroken) shown.hasPictures = true;
    const mayHelp = isBroken && !shown.hasPictures && !shown.isUnreadable && !this.#mustBeReadable;
    if (!mayHelp) {
      this.#tell(layer.id, isBroken);
      return;
    }
    // Many servers of old send no CORS headers: shown they can be all the same.
    shown.isUnreadable = true;
    this.#setSource(shown, layer);
  }

  #tell(id: number, isBroken: boolean): void {
    const broken = this.#brokenIds.get();
    if (broken.has(id) === isBroken) return;
    const others = [...broken].filter((one) => one !== id);
    this.#brokenIds.set(new Set(isBroken ? [...others, id] : others));
  }

  #source(layer: MapLayer, isReadable: boolean): TileSource | null {
    const surroundings = { scheme: this.#scheme, pixelRatio: this.#pixelRatio, isReadable };
    const source = createTileSource(layer, surroundings);
    if (source === null) console.error(`base layer ${layer.id}: its source options cannot be used`);
    return source;
  }
}
