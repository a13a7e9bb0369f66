import './browserShim.ts';
import { type Canvas, createCanvas } from '@napi-rs/canvas';
import { type ObjectData, parseGeomStyle } from '@pgis/cartography';
import { createStyleFunction } from '@pgis/cartography/ol';
import type { Position } from '@pgis/geo';
import Feature from 'ol/Feature.js';
import type Geometry from 'ol/geom/Geometry.js';
import LineString from 'ol/geom/LineString.js';
import MultiLineString from 'ol/geom/MultiLineString.js';
import MultiPoint from 'ol/geom/MultiPoint.js';
import MultiPolygon from 'ol/geom/MultiPolygon.js';
import Point from 'ol/geom/Point.js';
import Polygon from 'ol/geom/Polygon.js';
import BuilderGroup from 'ol/render/canvas/BuilderGroup.js';
import ExecutorGroup, { DECLUTTER, NON_DECLUTTER } from 'ol/render/canvas/ExecutorGroup.js';
import { getTolerance, renderFeature } from 'ol/renderer/vector.js';
import { compose, create } from 'ol/transform.js';
import RBush from 'rbush';
import { type ImageJob, renderBufferPx } from './ImageJob.ts';
import { type ImageCrs, imageProjections } from './imageProjections.ts';
import { type FlatGeometry, readWkb } from './readWkb.ts';

/** Squared tolerance below 0: `readWkb` has thinned the vertices already. */
const asTheyAre = -1;

/**
 * Draws a layer as the browser does, with ol's own builders and executors (decision 0008). Objects smaller than half a
 * pixel that fall on a place already taken by their like are left out: nobody can see them.
 */
export function drawImage(job: ImageJob): Canvas {
  const { pixelRatio } = job;
  const [minX, maxX] = [job.extent[0], job.extent[2]];
  // Pixels become squares: the drawing is stretched as the image is.
  const stretch = (maxX - minX) / job.width / ((job.extent[3] - job.extent[1]) / job.height);
  const [minY, maxY] = [job.extent[1] * stretch, job.extent[3] * stretch];
  const pixelM = (maxX - minX) / job.width;
  // ol counts in CSS pixels, whatever the image is made of.
  const resolution = pixelM * pixelRatio;
  const extent = [minX, minY, maxX, maxY].map(
    (edge, i) => edge + (i < 2 ? -1 : 1) * renderBufferPx * resolution,
  );
  const { style } = parseGeomStyle(job.geomStyle);
  const styleOf = createStyleFunction(style, { pixelRatio, createCanvas, zIndex: job.zIndex });

  const builders = new BuilderGroup(getTolerance(resolution, pixelRatio), extent, resolution, pixelRatio);
  const taken = new Set<string>();
  let index = 0;
  for (const geometry of listGeometries(job.geometries, pixelM / 2, placeIn(job.crs, stretch))) {
    const properties: { data?: ObjectData; objectMapLabel?: string } = {};
    const data = job.data[index];
    if (data !== undefined) properties.data = JSON.parse(data) as ObjectData;
    const label = job.labels[index];
    if (label) properties.objectMapLabel = label;
    index++;
    const feature = new Feature({ ...properties, geometry: toOlGeometry(geometry) });
    const styles = styleOf(feature);
    if (!styles) continue;
    if (!label && isHidden(geometry, pixelM, styles, taken)) continue;
    for (const one of styles)
      renderFeature(builders, feature, one, asTheyAre, () => {}, undefined, true, index);
  }

  const canvas = createCanvas(job.width, job.height);
  const context = canvas.getContext('2d') as unknown as CanvasRenderingContext2D;
  if (job.background) {
    context.fillStyle = job.background;
    context.fillRect(0, 0, job.width, job.height);
  }
  const executors = new ExecutorGroup(
    extent,
    resolution,
    pixelRatio,
    true,
    builders.finish(),
    renderBufferPx,
  );
  const scale = pixelRatio / resolution;
  const transform = compose(
    create(),
    job.width / 2,
    job.height / 2,
    scale,
    -scale,
    0,
    -(minX + maxX) / 2,
    -(minY + maxY) / 2,
  );
  const size = [job.width, job.height];
  executors.execute(context, size, transform, 0, true, NON_DECLUTTER);
  executors.execute(context, size, transform, 0, true, DECLUTTER, new RBush(9));
  return canvas;
}

function toOlGeometry({ type, flat, ends, endss }: FlatGeometry): Geometry {
  switch (type) {
    case 'Point':
      return new Point(flat);
    case 'MultiPoint':
      return new MultiPoint(flat, 'XY');
    case 'LineString':
      return new LineString(flat, 'XY');
    case 'MultiLineString':
      return new MultiLineString(flat, 'XY', ends);
    case 'Polygon':
      return new Polygon(flat, 'XY', ends);
    case 'MultiPolygon':
      return new MultiPolygon(flat, 'XY', endss);
  }
}

/** From EPSG:3857 to the drawing. */
function placeIn(crs: ImageCrs, stretch: number): (position: Position) => Position {
  const { fromMercator } = imageProjections[crs];
  if (!fromMercator) return stretch === 1 ? (position) => position : ([x, y]) => [x, y * stretch];
  return (position) => {
    const [x, y] = fromMercator(position);
    return [x, y * stretch];
  };
}

function* listGeometries(
  bytes: Uint8Array,
  tolerance: number,
  place: (position: Position) => Position,
): Generator<FlatGeometry> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let at = 0; at < view.byteLength; ) {
    const length = view.getUint32(at, true);
    yield readWkb(view, at + 4, tolerance, place);
    at += 4 + length;
  }
}

/** Whether an object of at most half a pixel lies where its like was drawn; remembers its place if not. */
function isHidden(geometry: FlatGeometry, resolution: number, styles: object, taken: Set<string>): boolean {
  const { flat } = geometry;
  const [x = 0, y = 0] = flat;
  for (let i = 2; i < flat.length; i += 2)
    if (Math.abs((flat[i] ?? x) - x) > resolution / 2 || Math.abs((flat[i + 1] ?? y) - y) > resolution / 2)
      return false;
  const half = resolution / 2;
  const place = `${styleNumber(styles)} ${Math.round(x / half)} ${Math.round(y / half)}`;
  if (taken.has(place)) return true;
  taken.add(place);
  return false;
}

const styleNumbers = new WeakMap<object, number>();
let nextStyleNumber = 0;

/** Style arrays are handed out again for the same rule, so they identify it. */
function styleNumber(styles: object): number {
  const known = styleNumbers.get(styles);
  if (known !== undefined) return known;
  styleNumbers.set(styles, ++nextStyleNumber);
  return nextStyleNumber;
}
