import { type Extent, extentsIntersect, type GeometryKind, toExtent } from '@pgis/geo';
import OlFeature from 'ol/Feature.js';
import VectorLayer from 'ol/layer/Vector.js';
import type { FrameState, default as OlMap } from 'ol/Map.js';
import type RenderEvent from 'ol/render/Event.js';
import VectorSource from 'ol/source/Vector.js';
import type { FlatPath } from '../../interaction/snapping/chooseSnap.ts';
import { listFlatPaths } from '../../interaction/snapping/listFlatPaths.ts';
import { type HiddenRules, listChangedLayers, noHiddenRules } from './HiddenRules.ts';
import type { LayerAppearance } from './layerAppearance.ts';
import type { Delivery } from './loading/Delivery.ts';
import { compileDrawings } from './objectStyles.ts';
import { skipInFrame } from './skipInFrame.ts';
import {
  compareForDrawing,
  featureKey,
  findRecord,
  moveFeature,
  type ObjectRecord,
  toOlFeature,
} from './toOlFeature.ts';

/** LOAD-11: distance outside the view, in pixels, up to which symbols are still drawn. */
const RENDER_BUFFER_PX = 1000;

const extentOf = (feature: OlFeature): Extent | null => {
  const extent = feature.getGeometry()?.getExtent();
  return extent?.every(Number.isFinite) ? toExtent(extent) : null;
};

/** Owns one ol layer for each object layer that is drawn as vectors, and the features in it. */
export class VectorLayers {
  readonly #map: OlMap;
  readonly #pixelRatio: number;
  readonly #layers = new Map<number, VectorLayer>();
  readonly #previews = new Map<number, LayerAppearance>();
  #hiddenKey = '';
  #hiddenRules = noHiddenRules;

  constructor(map: OlMap, { pixelRatio = window.devicePixelRatio }: { readonly pixelRatio?: number } = {}) {
    this.#map = map;
    this.#pixelRatio = Math.max(1, pixelRatio);
  }

  /** Sets zIndex and visibility of a layer, which is created if it is missing. */
  setDisplay(id: number, { zIndex, visible }: { readonly zIndex: number; readonly visible: boolean }): void {
    const layer = this.#layers.get(id) ?? this.#create(id);
    layer.setZIndex(zIndex);
    layer.setVisible(visible);
  }

  remove(id: number): void {
    const layer = this.#layers.get(id);
    if (layer === undefined) return;
    this.#map.removeLayer(layer);
    layer.dispose();
    this.#layers.delete(id);
  }

  /**
   * Calls back at the start of the frame that first draws the present features: while the map moves, ol repeats an older
   * drawing.
   */
  onceDrawing(id: number, onDrawing: (frame: FrameState) => void): void {
    const onPreCompose = ({ frameState }: RenderEvent) => {
      if (frameState === undefined || frameState.viewHints.some((count) => count > 0)) return;
      this.#map.un('precompose', onPreCompose);
      onDrawing(frameState);
    };
    this.#map.on('precompose', onPreCompose);
    this.#layers.get(id)?.changed();
  }

  ids(): readonly number[] {
    return [...this.#layers.keys()];
  }

  /** LOAD-04 and LOAD-07: removes the features at once. */
  clear(id: number): void {
    this.#source(id)?.clear(true);
  }

  /** Removes the features before their layer is drawn in the frame that has begun. */
  clearInFrame(id: number, frame: FrameState): void {
    const layer = this.#layers.get(id);
    if (layer === undefined) return;
    skipInFrame(layer, frame);
    // While the map moves, ol repeats the last drawing of a layer, also of an empty one. A new layer has none.
    const display = { zIndex: layer.getZIndex() ?? 0, visible: layer.getVisible() };
    this.remove(id);
    this.setDisplay(id, display);
  }

  deliver({ kind, modes, reply }: Delivery): void {
    const drawingOf = compileDrawings(reply.geomStyles, this.#pixelRatio);
    const arrived = Map.groupBy(reply.features, ({ layerId }) => layerId);
    for (const [id, mode] of modes) {
      const source = this.#source(id);
      if (source === undefined) continue;
      const features = (arrived.get(id) ?? []).flatMap(
        (wire) => toOlFeature({ kind, wire, ...drawingOf(wire.geomStyleIndex) }) ?? [],
      );
      const outdated =
        mode === 'replace'
          ? source.getFeatures().filter((feature) => findRecord(feature)?.kind === kind)
          : features.flatMap((feature) => source.getFeatureById(String(feature.getId())) ?? []);
      source.removeFeatures(outdated as OlFeature[]);
      source.addFeatures(features);
    }
  }

  listLoaded(kind: GeometryKind, layerIds: readonly number[], extent: Extent): number[] {
    return layerIds
      .flatMap((id) => this.#source(id)?.getFeaturesInExtent(extent) ?? [])
      .flatMap((feature) => {
        const record = findRecord(feature);
        return record?.kind === kind ? record.wire.id : [];
      });
  }

  countIn(extent: Extent): ReadonlyMap<number, number> {
    const count = (layer: VectorLayer) => layer.getSource()?.getFeaturesInExtent(extent).length ?? 0;
    return new Map([...this.#layers].map(([id, layer]) => [id, layer.getVisible() ? count(layer) : 0]));
  }

  dropOutside(extent: Extent): void {
    for (const layer of this.#layers.values()) {
      const source = layer.getSource();
      const far = source?.getFeatures().filter((feature) => {
        const own = extentOf(feature);
        return own === null || !extentsIntersect(own, extent);
      });
      if (far && far.length > 0) source?.removeFeatures(far);
    }
  }

  /** Hides one object while its highlight is drawn instead. */
  hide(key: string): void {
    if (key === this.#hiddenKey) return;
    const changed = [this.#hiddenKey, key];
    this.#hiddenKey = key;
    for (const layer of this.#layers.values()) {
      if (changed.some((one) => one !== '' && layer.getSource()?.getFeatureById(one))) layer.changed();
    }
  }

  /** Draws all objects of a layer, also those loaded later, with another appearance; `null` restores their own. */
  preview(id: number, appearance: LayerAppearance | null): void {
    if (appearance === null) this.#previews.delete(id);
    else this.#previews.set(id, appearance);
    this.#layers.get(id)?.changed();
  }

  /** Sets the hidden rules: their objects stay loaded but are not drawn, hit or snapped to. */
  setHiddenRules(hidden: HiddenRules): void {
    const changed = listChangedLayers(this.#hiddenRules, hidden);
    this.#hiddenRules = hidden;
    for (const id of changed) this.#layers.get(id)?.changed();
  }

  /** The drawn geometry of an object, simplified for the present zoom. */
  findWkt({ layerId, id }: { readonly layerId: number; readonly id: number }): string | undefined {
    const feature = this.#source(layerId)?.getFeatureById(featureKey(layerId, id));
    return feature instanceof OlFeature ? findRecord(feature)?.wire.wkt : undefined;
  }

  /** Moves an object by `dx` and `dy` in EPSG:3857 in every layer that draws it. */
  moveObject(id: number, dx: number, dy: number): void {
    for (const layer of this.#layers.values()) {
      const features = layer.getSource()?.getFeatures() ?? [];
      for (const feature of features.filter((one) => findRecord(one)?.wire.id === id)) {
        moveFeature(feature, dx, dy);
      }
    }
  }

  /** Lists the drawn outlines in an extent for snapping, except those of one object. */
  listPathsIn(extent: Extent, exceptId: number | null): readonly FlatPath[] {
    const visibleLayers = [...this.#layers.values()].filter((layer) => layer.getVisible());
    return visibleLayers
      .flatMap((layer) => layer.getSource()?.getFeaturesInExtent(extent) ?? [])
      .filter((feature) => {
        const record = findRecord(feature);
        return record?.wire.id !== exceptId && !this.#isSwitchedOff(record);
      })
      .flatMap((feature) => {
        const geometry = feature.getGeometry();
        return geometry ? listFlatPaths(geometry) : [];
      });
  }

  /** LOAD-07 for one object: removes a deleted object from all layers. */
  removeObject(id: number): void {
    for (const layer of this.#layers.values()) {
      const source = layer.getSource();
      const removed = source?.getFeatures().filter((feature) => findRecord(feature)?.wire.id === id);
      if (removed && removed.length > 0) source?.removeFeatures(removed);
    }
  }

  #source(id: number): VectorSource | undefined {
    return this.#layers.get(id)?.getSource() ?? undefined;
  }

  #isSwitchedOff(record: ObjectRecord | undefined): boolean {
    const hidden = record && this.#hiddenRules.get(record.wire.layerId);
    return hidden?.has(record?.findRule(record.wire.data) ?? '') === true;
  }

  #create(id: number): VectorLayer {
    const layer = new VectorLayer({
      source: new VectorSource(),
      renderBuffer: RENDER_BUFFER_PX,
      renderOrder: compareForDrawing,
      declutter: 'objects',
      style: (feature, resolution) => {
        if (this.#hiddenKey !== '' && feature.getId() === this.#hiddenKey) return undefined;
        const record = findRecord(feature);
        const appearance = this.#previews.get(id);
        if (appearance) return appearance.styleOf(feature, resolution);
        return this.#isSwitchedOff(record) ? undefined : record?.style(feature, resolution);
      },
    });
    this.#layers.set(id, layer);
    this.#map.addLayer(layer);
    return layer;
  }
}
