import type { Geometry, GeometryKind } from '@pgis/geo';

/** State of shape editing. */
export interface ShapeEdit {
  readonly id: number;
  readonly kind: GeometryKind;
  /** The displayed geometry, in EPSG:3857; during a drag it is not yet an undo step. */
  readonly geometry: Geometry;
  readonly canUndo: boolean;
  readonly canRedo: boolean;
  readonly isDirty: boolean;
  /** True if the outline crosses itself, so that the shape cannot be saved. */
  readonly isCrossing: boolean;
  /** True if dragging moves whole parts instead of vertices. */
  readonly isWhole: boolean;
  /** True if a vertex is selected that can be removed. */
  readonly canRemove: boolean;
}
