import type { RuleFinder } from '@pgis/cartography';
import type { LayerStyleFunction } from '@pgis/cartography/ol';
import type { Feature as WireFeature } from '@pgis/contract';
import type { GeometryKind } from '@pgis/geo';
import Feature from 'ol/Feature.js';
import WKT from 'ol/format/WKT.js';
import { readGeometry } from './readGeometry.ts';

/** What the map keeps beside a drawn object. */
export interface ObjectRecord {
  readonly kind: GeometryKind;
  readonly wire: WireFeature;
  readonly style: LayerStyleFunction;
  /** The token of the rule that draws it. */
  readonly findRule: RuleFinder;
}

const recordName = 'record';

/** D-OBJ-02: the same object shown by a layer and by a view of it are two features. */
export const featureKey = (layerId: number, id: number): string => `${layerId}:${id}`;

/** null when the geometry cannot be read; the server sends no such thing. */
export function toOlFeature(record: ObjectRecord): Feature | null {
  const { wire } = record;
  const geometry = readGeometry(wire.wkt);
  if (geometry === null) return null;
  const feature = new Feature(geometry);
  feature.setId(featureKey(wire.layerId, wire.id));
  feature.set(recordName, record, true);
  return feature;
}

/** Moves a feature and what is kept beside it. */
export function moveFeature(feature: Feature, dx: number, dy: number): void {
  const record = findRecord(feature);
  const geometry = feature.getGeometry()?.clone();
  if (record === undefined || geometry === undefined) return;
  geometry.translate(dx, dy);
  const wire = { ...record.wire, wkt: new WKT().writeGeometry(geometry) };
  feature.set(recordName, { ...record, wire }, true);
  feature.setGeometry(geometry);
}

/** Every feature of an object layer has a record; those of other layers have none. */
export const findRecord = (feature: { get: (name: string) => unknown }): ObjectRecord | undefined =>
  feature.get(recordName) as ObjectRecord | undefined;

/** Polygons under lines under points; in a kind by zIndex, then the older first, so that pictures are equal. */
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
