import { findGeometryKind, type GeometryKind } from '@pgis/geo';
import { STORED_NUMBER } from '../storedNumber.ts';
import type { Feature } from './readFeatures.ts';

/** Facts about the rows that some formats have to know before the first row is written. */
export interface Survey {
  readonly rows: number;
  readonly kinds: ReadonlyMap<GeometryKind, KindSurvey>;
  /** Largest number of UTF-8 bytes that a text of the column has. */
  readonly maxBytes: readonly number[];
  /** True for a column without a text that is no number. */
  readonly areNumbers: readonly boolean[];
}

export interface KindSurvey {
  readonly rows: number;
  /** True when one of the geometries is a multi geometry. */
  readonly hasMulti: boolean;
}

const storedNumber = new RegExp(STORED_NUMBER);

export const kindOf = ({ geometry }: Feature): GeometryKind => {
  const kind = findGeometryKind(geometry.type);
  if (kind === undefined) throw new Error(`A ${geometry.type} is no geometry of an object.`);
  return kind;
};

export function survey(features: Iterable<Feature>, columnCount: number): Survey {
  const kinds = new Map<GeometryKind, KindSurvey>();
  const maxBytes = Array.from({ length: columnCount }, () => 0);
  const areNumbers = Array.from({ length: columnCount }, () => true);
  let rows = 0;
  for (const feature of features) {
    rows += 1;
    const kind = kindOf(feature);
    const before = kinds.get(kind);
    kinds.set(kind, {
      rows: (before?.rows ?? 0) + 1,
      hasMulti: before?.hasMulti === true || feature.geometry.type.startsWith('Multi'),
    });
    for (const [column, value] of feature.values.entries())
      if (typeof value === 'string') {
        maxBytes[column] = Math.max(maxBytes[column] ?? 0, Buffer.byteLength(value));
        if (areNumbers[column]) areNumbers[column] = storedNumber.test(value);
      }
  }
  return { rows, kinds, maxBytes, areNumbers };
}

/** Name of the part of a file with one kind of geometry: the layer's own when there is no other kind. */
export const partName = (layerName: string, kind: GeometryKind, kinds: Survey['kinds']): string =>
  kinds.size > 1 ? `${layerName}_${kind}s` : layerName;
