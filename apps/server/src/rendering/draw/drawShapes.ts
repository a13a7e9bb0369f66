import type { ImageObjects } from '../job/ImageObjects.ts';
import { Hairlines, MAX_HAIRLINE_PX } from '../raster/lines/Hairlines.ts';
import type { LineBatch, PlainStroke } from '../raster/lines/PlainStroke.ts';
import { WideLines } from '../raster/lines/WideLines.ts';
import type { PixelRaster } from '../raster/PixelRaster.ts';
import { orientRings } from '../raster/rings.ts';
import type { TwkbReader } from '../raster/TwkbReader.ts';
import {
  allPaths,
  listPaths,
  listPolygons,
  type PathRange,
  startOf,
  traceRings,
  traceStroke,
} from '../raster/tracePaths.ts';
import type { CompiledStroke, CompiledStyles, PlainSymbol } from './compileStyles.ts';

type Context = CanvasRenderingContext2D;

interface ShapeOptions {
  readonly objects: ImageObjects;
  readonly styles: CompiledStyles;
}

/** Rasterizes polygons with plain colours and thin outlines. */
export function drawPlainPolygons(raster: PixelRaster, objects: ImageObjects, styles: CompiledStyles): void {
  objects.visit(({ kind, shape, data, label }) => {
    if (kind !== 'polygon') return;
    const { plain } = styles.find(kind, data);
    if (!plain) return;
    const { minX, minY, maxX, maxY } = shape;
    if (!raster.intersects(minX, minY, maxX, maxY, plain.stroke?.halfPx ?? 0)) return;
    const isSmall = maxX - minX <= 0.5 && maxY - minY <= 0.5;
    if (isSmall && label === '' && raster.occupied.occupy(minX, minY, plain)) return;
    if (shape.isShell.lastIndexOf(true) === 0) drawPolygon(raster, plain, shape, shape);
    else
      for (const range of listPolygons(shape))
        drawPolygon(raster, plain, shape, { ...range, ...boxOf(shape, range) });
  });
}

interface Box {
  readonly minX: number;
  readonly minY: number;
  readonly maxX: number;
  readonly maxY: number;
}

/** A shell with its holes; without a range all rings of the geometry. */
type Polygon = Box & Partial<PathRange>;

/** Runs once per polygon of an image: positional arguments, as in `PixelRaster`. */
function drawPolygon(
  raster: PixelRaster,
  { fill, stroke }: PlainSymbol,
  shape: TwkbReader,
  polygon: Polygon,
): void {
  const { minX, minY, maxX, maxY } = polygon;
  const halfPx = stroke?.halfPx ?? 0;
  const [left, top, right, bottom] = [minX - halfPx, minY - halfPx, maxX + halfPx, maxY + halfPx];
  // A polygon too small for an outline becomes a dot as wide as the stroke makes it.
  const isDot = stroke !== undefined && maxX - minX <= 1 && maxY - minY <= 1;
  raster.begin(left, top, right, bottom);
  if (fill) forEachRing(raster, shape, polygon, (...ring) => raster.addRing(...ring));
  if (stroke && !isDot)
    forEachRing(raster, shape, polygon, (points, from, to) => raster.addStroke(points, from, to, halfPx));
  raster.paint(fill, stroke?.paint);
  if (!isDot) return;
  raster.begin(left, top, right, bottom);
  raster.addRing([left, top, right, top, right, bottom, left, bottom], 0, 8, false);
  raster.paint(stroke.paint, undefined);
}

function boxOf({ coordinates, ends }: TwkbReader, { first, end }: PathRange): Box {
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
  { minX, minY, maxX, maxY, first = 0, end = ends.length }: Polygon,
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

/** Draws polygons on a canvas: used for styles with patterns, dashes or wide outlines. */
export function drawPolygons(
  context: Context,
  { objects, styles, origin }: ShapeOptions & { readonly origin: readonly [number, number] },
): void {
  objects.visit(({ kind, shape, data }) => {
    if (kind !== 'polygon') return;
    const { shapes } = styles.find(kind, data);
    orientRings(shape);
    for (const { fill, stroke } of shapes) {
      if (!fill && !stroke) continue;
      for (const paths of listPolygons(shape)) {
        context.beginPath();
        const isComplete = traceRings(context, shape, paths);
        if (fill) fillFrom(context, fill, origin);
        if (!stroke) continue;
        if (!isComplete) {
          context.beginPath();
          traceStroke(context, shape, { paths, stroke, isRing: true });
        }
        strokeWith(context, stroke);
      }
    }
  });
  drawPatternStrokes(context, { objects, styles, kind: 'polygon' });
}

function fillFrom(context: Context, fill: string | CanvasPattern, [x, y]: readonly [number, number]): void {
  context.fillStyle = fill;
  context.save();
  if (typeof fill !== 'string') context.translate(x, y);
  context.fill();
  context.restore();
}

/** Rasterizes plain lines: all casings, then all lines. Consecutive lines of one style are painted together. */
export function drawPlainLines(raster: PixelRaster, objects: ImageObjects, styles: CompiledStyles): void {
  const hairlines = new Hairlines(raster);
  const wideLines = new WideLines(raster);
  for (const layer of ['casing', 'stroke'] as const) {
    let current: PlainStroke | undefined;
    let batch: LineBatch = wideLines;
    objects.visit(({ kind, shape, data }) => {
      if (kind !== 'line') return;
      const stroke = styles.find(kind, data).plain?.[layer];
      if (!stroke) return;
      if (stroke !== current) {
        if (current) batch.paint(current);
        current = stroke;
        batch = 2 * stroke.halfPx <= MAX_HAIRLINE_PX ? hairlines : wideLines;
      }
      let from = 0;
      for (const to of shape.ends) {
        batch.add(shape.coordinates, from, to, stroke);
        from = to;
      }
    });
    if (current) batch.paint(current);
  }
}

/**
 * Draws lines on a canvas: those with patterns or dashes, and very wide ones. All casings come first, then all lines.
 * Consecutive lines of one style become one path, so that crossings are no darker.
 */
export function drawLines(context: Context, { objects, styles }: ShapeOptions): void {
  for (const layer of ['casing', 'line'] as const) {
    let current: CompiledStroke | undefined;
    objects.visit(({ kind, shape, data }) => {
      if (kind !== 'line') return;
      const { casing, shapes } = styles.find(kind, data);
      const stroke = (layer === 'casing' ? casing : shapes.find((one) => one.stroke))?.stroke;
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
  drawPatternStrokes(context, { objects, styles, kind: 'line' });
}

/** Draws the symbols that a stroke pattern repeats along lines or outlines. */
function drawPatternStrokes(
  context: Context,
  { objects, styles, kind: drawn }: ShapeOptions & { readonly kind: 'line' | 'polygon' },
): void {
  objects.visit(({ kind, shape, data }) => {
    if (kind !== drawn) return;
    const { shapes } = styles.find(kind, data);
    const drawAlong = shapes.find((one) => one.renderer)?.renderer;
    const stroke = shapes.find((one) => one.stroke)?.stroke;
    if (!drawAlong || !stroke) return;
    if (kind === 'polygon') orientRings(shape);
    const { paths, isRing } = listPaths(context, shape, { stroke, isRing: kind === 'polygon' });
    drawAlong(paths, { context, geometry: { getType: () => (isRing ? 'Polygon' : 'LineString') } } as never);
  });
}

function strokeWith(context: Context, { color, widthPx, cap, dashPx }: CompiledStroke): void {
  context.strokeStyle = color;
  context.lineWidth = widthPx;
  context.lineCap = cap;
  context.lineJoin = 'round';
  context.setLineDash(dashPx);
  context.stroke();
}
