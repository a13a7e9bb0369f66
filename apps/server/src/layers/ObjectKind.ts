import type { GeometryKind } from '@pgis/geo';

/** `geoms.kind`: 1 points, 2 lines, 3 polygons. */
export type ObjectKind = 1 | 2 | 3;

export const objectKinds = { point: 1, line: 2, polygon: 3 } as const satisfies Record<
  GeometryKind,
  ObjectKind
>;

/** Returns the bit of a kind in `classifiers.kinds`. */
export const kindBit = (kind: ObjectKind): number => 2 ** (kind - 1);
