import type { Operator } from '@pgis/conditions';
import type { GeometryKind } from '@pgis/geo';

/** The properties of a switched-on layer that the map needs. */
export interface ObjectLayer {
  readonly id: number;
  /** The layer that owns the objects: its own id, or for a view its source's (D-CLS-05). */
  readonly ownerId: number;
  readonly serverside: boolean;
  /** Zoom range, both ends inclusive; null for no limit (D-CLS-13). */
  readonly zoomFrom: number | null;
  readonly zoomTo: number | null;
  readonly zIndex: number;
  /** Last zoom at which it is drawn as clusters or heat; null for a layer that never is. */
  readonly aggregatedTo: number | null;
  /** Geometry kinds of its objects, for the order of layers only. */
  readonly kinds: readonly GeometryKind[];
}

/** Restricts the objects of a layer (D-OBJ-14). */
export interface LayerFilter {
  readonly classId: number;
  readonly field: string;
  /** `contains` when missing. */
  readonly operator?: Operator;
  readonly value?: string;
}

/** D-CLS-13: true if the layer is visible at a zoom level, a whole number (LOAD-12). */
export const isInZoom = (
  { zoomFrom, zoomTo }: Pick<ObjectLayer, 'zoomFrom' | 'zoomTo'>,
  zoom: number,
): boolean => (zoomFrom === null || zoom >= zoomFrom) && (zoomTo === null || zoom <= zoomTo);

const kindRank: Readonly<Record<GeometryKind, number>> = { polygon: 0, line: 1, point: 2 };

const topKind = ({ kinds }: ObjectLayer): number => Math.max(-1, ...kinds.map((kind) => kindRank[kind]));

/**
 * Sorts layers in drawing order, lowest first: by zIndex, then polygons under lines under points, then reverse list
 * order.
 */
export function listInDrawingOrder(layers: readonly ObjectLayer[]): readonly ObjectLayer[] {
  const indexById = new Map(layers.map(({ id }, index) => [id, index]));
  const indexOf = ({ id }: ObjectLayer) => indexById.get(id) ?? 0;
  return layers.toSorted((a, b) => a.zIndex - b.zIndex || topKind(a) - topKind(b) || indexOf(b) - indexOf(a));
}
