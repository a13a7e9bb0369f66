import type { RuleFinder } from '@pgis/cartography';
import type { LayerStyleFunction } from '@pgis/cartography/ol';
import type { Feature as WireFeature } from '@pgis/contract';
import type { GeometryKind } from '@pgis/geo';
import Feature from 'ol/Feature.js';
import WKT from 'ol/format/WKT.js';
import { readGeometry } from './readGeometry.ts';

/** The record that the map stores with a drawn object. */
export interface ObjectRecord {
  readonly kind: GeometryKind;
  readonly wire: WireFeature;
  readonly style: LayerStyleFunction;
  /** Token of the rule that draws it. */
  readonly findRule: RuleFinder;
}

const recordName = 'record';

/** D-OBJ-02: id of the feature; an object drawn by a layer and by a view of it has two features. */
export const featureKey = (layerId: number, id: number): string => `${layerId}:${id}`;

/** Returns null if the geometry cannot be read, which the server never sends. */
export function toOlFeature(record: ObjectRecord): Feature | null {
  const { wire } = record;
  const geometry = readGeometry(wire.wkt);
  if (geometry === null) return null;
  const feature = new Feature(geometry);
  feature.setId(featureKey(wire.layerId, wire.id));
  feature.set(recordName, record, true);
  return feature;
}

/** Moves a feature and the geometry in its record. */
export function moveFeature(feature: Feature, dx: number, dy: number): void {
  const record = findRecord(feature);
  const geometry = feature.getGeometry()?.clone();
  if (record === undefined || geometry === undefined) return;
  geometry.translate(dx, dy);
  const wire = { ...record.wire, wkt: new WKT().writeGeometry(geometry) };
  feature.set(recordName, { ...record, wire }, true);
  feature.setGeometry(geometry);
}

/** Finds the record of a feature; features of other layers have none. */
export const findRecord = (feature: { get: (name: string) => unknown }): ObjectRecord | undefined =>
  feature.get(recordName) as ObjectRecord | undefined;

/**
 * Drawing order: polygons under lines under points; within a kind by zIndex, then older objects first, as in the
 * server's images.
 */
const kindRank: Readonly<Record<GeometryKind, number>> = { polygon: 0, line: 1, point: 2 };
export function compareForDrawing(
  a: { get: (name: string) => unknown },
  b: { get: (name: string) => unknown },
): number {
  const [one, other] = [findRecord(a), findRecord(b)];
  if (!one || !other) return 0;
  return (
    kindRank[one.kind] - kindRank[other.kind] ||
    one.wire.zIndex - other.wire.zIndex ||
    one.wire.id - other.wire.id
  );
}
