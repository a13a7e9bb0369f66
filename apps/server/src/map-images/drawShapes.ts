import type { ImageObjects } from './ImageObjects.ts';
import type { LoweredStroke, LoweredStyles, PlainLook } from './lowerStyles.ts';
import type { PixelRaster } from './PixelRaster.ts';
import type { TwkbReader } from './readTwkb.ts';
import {
  allPaths,
  listParts,
  listPaths,
  type Paths,
  startOf,
  traceRings,
  traceStroke,
} from './tracePaths.ts';
import { turnRings } from './turnRings.ts';

type Context = CanvasRenderingContext2D;

/** Polygons in plain colours and with thin outlines, on pixels. */
export function drawPlainPolygons(raster: PixelRaster, objects: ImageObjects, styles: LoweredStyles): void {
  const taken = new TakenPlaces(raster.width, raster.height);
  objects.visit(({ kind, shape, data, label }) => {
    if (kind !== 'polygon') return;
    const { plain } = styles.find(kind, data);
    if (!plain) return;
    const { minX, minY, maxX, maxY } = shape;
    if (!raster.sees(minX, minY, maxX, maxY, plain.stroke?.halfPx ?? 0)) return;
    if (maxX - minX <= 0.5 && maxY - minY <= 0.5 && label === '' && taken.take(minX, minY, plain)) return;
    if (shape.isShell.lastIndexOf(true) === 0) drawPart(raster, plain, shape, shape);
    else
      for (const part of listParts(shape)) drawPart(raster, plain, shape, { ...part, ...boxOf(shape, part) });
  });
}

interface Box {
  readonly minX: number;
  readonly minY: number;
  readonly maxX: number;
  readonly maxY: number;
}

/** A shell with its holes, all of a geometry unless it says which. */
type Part = Box & Partial<Paths>;

function drawPart(raster: PixelRaster, { fill, stroke }: PlainLook, shape: TwkbReader, part: Part): void {
  const { minX, minY, maxX, maxY } = part;
  const halfPx = stroke?.halfPx ?? 0;
  const [left, top, right, bottom] = [minX - halfPx, minY - halfPx, maxX + halfPx, maxY + halfPx];
  // Too small to have an outline of its own: as wide as the stroke makes it.
  const isDot = stroke !== undefined && maxX - minX <= 1 && maxY - minY <= 1;
  raster.begin(left, top, right, bottom);
  if (fill) forEachRing(raster, shape, part, (...ring) => raster.addRing(...ring));
  if (stroke && !isDot)
    forEachRing(raster, shape, part, (points, from, to) => raster.addStroke(points, from, to, halfPx));
  raster.paint(fill, stroke?.paint);
  if (!isDot) return;
  raster.begin(left, top, right, bottom);
  raster.addRing([left, top, right, top, right, bottom, left, bottom], 0, 8, false);
  raster.paint(stroke.paint, undefined);
}

function boxOf({ coordinates, ends }: TwkbReader, { first, end }: Paths): Box {
  let [minX, minY, maxX, maxY] = [Infinity, Infinity, -Infinity, -Infinity];
  for (let i = startOf(ends, first); i < (ends[end - 1] as number); i += 2) {
    const [x, y] = [coordinates[i] as number, coordinates[i + 1] as number];
    minX = Math.min(minX, x);
    minY = Math.min(minY, y);
    maxX = Math.max(maxX, x);
    maxY = Math.max(maxY, y);
  }
  return { minX, minY, maxX, maxY };
}

function forEachRing(
  raster: PixelRaster,
  { coordinates, ends, isShell }: TwkbReader,
  { minX, minY, maxX, maxY, first = 0, end = ends.length }: Part,
  use: (points: ArrayLike<number>, from: number, to: number, isHole: boolean) => void,
): void {
  const isLarge = raster.needsClipping(minX, minY, maxX, maxY);
  for (let i = first, from = startOf(ends, first); i < end; i++) {
    const to = ends[i] as number;
    const isHole = isShell[i] === false;
    if (isLarge) {
      const ring = raster.clip(coordinates.subarray(from, to - 2));
      if (ring.length > 0) use(ring, 0, ring.length, isHole);
    } else use(coordinates, from, to, isHole);
    from = to;
  }
}

/** Places of half a pixel on which the same look was drawn already: nobody sees it twice. */
class TakenPlaces {
  readonly #columns: number;
  readonly #places: Uint16Array | undefined;
  readonly #numbers = new Map<object, number>();

  constructor(width: number, height: number) {
    const cells = 4 * (width + 2) * (height + 2);
    this.#columns = 2 * (width + 2);
    this.#places = cells <= MOST_PLACES ? new Uint16Array(cells) : undefined;
  }

  /** True when the same look was there. */
  take(x: number, y: number, look: object): boolean {
    if (!this.#places || x < 0 || y < 0) return false;
    const number = this.#numbers.get(look) ?? this.#numbers.size + 1;
    this.#numbers.set(look, number);
    const place = Math.round(2 * y) * this.#columns + Math.round(2 * x);
    if (this.#places[place] === number) return true;
    this.#places[place] = number;
    return false;
  }
}

const MOST_PLACES = 32_000_000;

/** Polygons as a canvas draws them: those with patterns, dashes and wide outlines. */
export function drawPolygons(
  context: Context,
  objects: ImageObjects,
  styles: LoweredStyles,
  origin: readonly [number, number],
): void {
  objects.visit(({ kind, shape, data }) => {
    if (kind !== 'polygon') return;
    const { shapes } = styles.find(kind, data);
    turnRings(shape);
    for (const { fill, stroke } of shapes) {
      if (!fill && !stroke) continue;
      for (const part of listParts(shape)) {
        context.beginPath();
        const isWhole = traceRings(context, shape, part);
        if (fill) fillFrom(context, fill, origin);
        if (!stroke) continue;
        if (!isWhole) {
          context.beginPath();
          traceStroke(context, shape, { paths: part, stroke, isRing: true });
        }
        strokeWith(context, stroke);
      }
    }
  });
  drawPatternStrokes(context, objects, styles, 'polygon');
}

function fillFrom(context: Context, fill: string | CanvasPattern, [x, y]: readonly [number, number]): void {
  context.fillStyle = fill;
  context.save();
  if (typeof fill !== 'string') context.translate(x, y);
  context.fill();
  context.restore();
}

/** All casings, then all lines. What follows each other in one style is one path, so that crossings are no darker. */
export function drawLines(context: Context, objects: ImageObjects, styles: LoweredStyles): void {
  for (const part of ['casing', 'line'] as const) {
    let current: LoweredStroke | undefined;
    objects.visit(({ kind, shape, data }) => {
      if (kind !== 'line') return;
      const { casing, shapes } = styles.find(kind, data);
      const stroke = (part === 'casing' ? casing : shapes.find((one) => one.stroke))?.stroke;
      if (!stroke) return;
      if (stroke !== current) {
        if (current) strokeWith(context, current);
        context.beginPath();
        current = stroke;
      }
      traceStroke(context, shape, { paths: allPaths(shape), stroke, isRing: false });
    });
    if (current) strokeWith(context, current);
  }
  drawPatternStrokes(context, objects, styles, 'line');
}

function drawPatternStrokes(
  context: Context,
  objects: ImageObjects,
  styles: LoweredStyles,
  wanted: 'line' | 'polygon',
): void {
  objects.visit(({ kind, shape, data }) => {
    if (kind !== wanted) return;
    const { shapes } = styles.find(kind, data);
    const along = shapes.find((one) => one.renderer)?.renderer;
    const stroke = shapes.find((one) => one.stroke)?.stroke;
    if (!along || !stroke) return;
    if (wanted === 'polygon') turnRings(shape);
    const { paths, isRing } = listPaths(context, shape, { stroke, isRing: wanted === 'polygon' });
    along(paths, { context, geometry: { getType: () => (isRing ? 'Polygon' : 'LineString') } } as never);
  });
}

function strokeWith(context: Context, { color, widthPx, cap, dashPx }: LoweredStroke): void {
  context.strokeStyle = color;
  context.lineWidth = widthPx;
  context.lineCap = cap;
  context.lineJoin = 'round';
  context.setLineDash(dashPx);
  context.stroke();
}
