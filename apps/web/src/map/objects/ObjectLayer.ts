import type { GeometryKind } from '@pgis/geo';

/** What the map has to know of a layer that is switched on. */
export interface ObjectLayer {
  readonly id: number;
  /** The layer whose objects it shows: its own id, or for a view its source's (D-CLS-05). */
  readonly ownerId: number;
  readonly serverside: boolean;
  /** Both inclusive; null is no limit (D-CLS-13). */
  readonly zoomFrom: number | null;
  readonly zoomTo: number | null;
  readonly zIndex: number;
  /** Kinds it holds now, for the order of layers only. */
  readonly kinds: readonly GeometryKind[];
}

/** Narrows what a layer shows (D-OBJ-14). */
export interface LayerFilter {
  readonly classId: number;
  readonly field: string;
  readonly value: string;
}

/** D-CLS-13; `zoom` is a whole level (LOAD-12). */
export const isInZoom = (
  { zoomFrom, zoomTo }: Pick<ObjectLayer, 'zoomFrom' | 'zoomTo'>,
  zoom: number,
): boolean => (zoomFrom === null || zoom >= zoomFrom) && (zoomTo === null || zoom <= zoomTo);

const kindRank: Readonly<Record<GeometryKind, number>> = { polygon: 0, line: 1, point: 2 };

const topKind = ({ kinds }: ObjectLayer): number => Math.max(-1, ...kinds.map((kind) => kindRank[kind]));

/** Lowest first: by zIndex, then polygons under lines under points, then what stands lower in the list. */
export function listInDrawingOrder(layers: readonly ObjectLayer[]): readonly ObjectLayer[] {
  const place = new Map(layers.map(({ id }, index) => [id, index]));
  const placeOf = ({ id }: ObjectLayer) => place.get(id) ?? 0;
  return layers.toSorted((a, b) => a.zIndex - b.zIndex || topKind(a) - topKind(b) || placeOf(b) - placeOf(a));
}
