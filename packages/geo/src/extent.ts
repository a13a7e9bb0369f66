/** `[minX, minY, maxX, maxY]`. A mutable tuple, because ol's extents are arrays it may write to. */
export type Extent = [number, number, number, number];
type AnyExtent = Readonly<Extent>;

/** Returns an extent without any position: the start value of a union. */
export const emptyExtent = (): Extent => [Infinity, Infinity, -Infinity, -Infinity];

/**
 * Converts an array of four finite numbers to an extent; throws a RangeError otherwise (ol and parsers return
 * `number[]`).
 */
export const toExtent = (values: readonly number[]): Extent => {
  const [minX, minY, maxX, maxY] = values;
  if (values.length !== 4 || !values.every(Number.isFinite)) {
    throw new RangeError(`an extent has four finite numbers, not [${values.join(', ')}]`);
  }
  return [minX as number, minY as number, maxX as number, maxY as number];
};

/** True when no position lies in the extent. The extent of a single point is not empty. */
export const isEmptyExtent = ([minX, minY, maxX, maxY]: AnyExtent): boolean =>
  !(minX <= maxX && minY <= maxY);

/** Width and height in the units of the extent; -Infinity for an empty one. */
export const extentWidth = (extent: AnyExtent): number => extent[2] - extent[0];
export const extentHeight = (extent: AnyExtent): number => extent[3] - extent[1];

/** Returns `[x, y]`; NaN for an empty extent. */
export const extentCenter = ([minX, minY, maxX, maxY]: AnyExtent): [number, number] => [
  (minX + maxX) / 2,
  (minY + maxY) / 2,
];

/** Grows every side by `ratio` of the width or height: 0.1 makes it 1.2 times as wide and as high. */
export const expandExtent = (extent: AnyExtent, ratio: number): Extent => {
  if (isEmptyExtent(extent)) return emptyExtent();
  const dx = extentWidth(extent) * ratio;
  const dy = extentHeight(extent) * ratio;
  return [extent[0] - dx, extent[1] - dy, extent[2] + dx, extent[3] + dy];
};

/** Grows every side by `distance`, in the extent's own units. */
export const bufferExtent = (extent: AnyExtent, distance: number): Extent =>
  isEmptyExtent(extent)
    ? emptyExtent()
    : [extent[0] - distance, extent[1] - distance, extent[2] + distance, extent[3] + distance];

/** Returns the smallest extent around both; an empty one adds nothing. */
export const unionExtents = (a: AnyExtent, b: AnyExtent): Extent => {
  if (isEmptyExtent(a)) return isEmptyExtent(b) ? emptyExtent() : [...b];
  if (isEmptyExtent(b)) return [...a];
  return [Math.min(a[0], b[0]), Math.min(a[1], b[1]), Math.max(a[2], b[2]), Math.max(a[3], b[3])];
};

/** Returns the common part; empty when the extents do not meet. */
export const intersectExtents = (a: AnyExtent, b: AnyExtent): Extent => {
  const both: Extent = [
    Math.max(a[0], b[0]),
    Math.max(a[1], b[1]),
    Math.min(a[2], b[2]),
    Math.min(a[3], b[3]),
  ];
  return isEmptyExtent(both) ? emptyExtent() : both;
};

/** True also when the extents share an edge or a corner alone. */
export const extentsIntersect = (a: AnyExtent, b: AnyExtent): boolean =>
  !isEmptyExtent(intersectExtents(a, b));

/** True when `inner` lies in `outer`, edges included. An empty `inner` lies in every extent. */
export const containsExtent = (outer: AnyExtent, inner: AnyExtent): boolean =>
  isEmptyExtent(inner) ||
  (outer[0] <= inner[0] && outer[1] <= inner[1] && inner[2] <= outer[2] && inner[3] <= outer[3]);

/** True when the position lies in the extent, edges included. */
export const containsPoint = (extent: AnyExtent, [x, y]: readonly [number, number]): boolean =>
  extent[0] <= x && x <= extent[2] && extent[1] <= y && y <= extent[3];
