import type { Geometry, GeometryKind } from '@pgis/geo';

/** How the editing of an object's shape stands. */
export interface ShapeEdit {
  readonly id: number;
  readonly kind: GeometryKind;
  /** As shown, in EPSG:3857; during a drag not a step yet. */
  readonly geometry: Geometry;
  readonly canUndo: boolean;
  readonly canRedo: boolean;
  readonly isDirty: boolean;
  /** It may not be saved so. */
  readonly isCrossing: boolean;
  /** Dragging moves whole pieces instead of points. */
  readonly isWhole: boolean;
  /** A point is chosen, and can go. */
  readonly canRemove: boolean;
}
