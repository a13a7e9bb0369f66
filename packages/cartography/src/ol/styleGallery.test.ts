import { readFile } from 'node:fs/promises';
import { createCanvas, loadImage } from '@napi-rs/canvas';
import { toWkt } from '@pgis/geo';
import Feature from 'ol/Feature.js';
import WKT from 'ol/format/WKT.js';
import CanvasImmediateRenderer from 'ol/render/canvas/Immediate.js';
import type { State } from 'ol/render.js';
import type Style from 'ol/style/Style.js';
import { expect, test } from 'vitest';
import {
  CELL_PX,
  layOutGallery,
  type PlacedCell,
  toMapGeometry,
} from '../../examples/style-gallery/gallery.ts';
import { type RasterImage, toRasterImage } from '../../test/rasterImage.ts';
import { createStyleFunction } from './createStyleFunction.ts';

const approvedImage = new URL('../../examples/style-gallery/expected.png', import.meta.url);
const { width, height, cells } = layOutGallery();
// Labels give way to each other, which takes a map; the server's tests and the browser's compare them.
const comparedCells = cells.filter(({ section }) => section !== 'Labels');

/** Draws the gallery as ol's immediate renderer does, one pixel a metre. */
function drawGallery(): RasterImage {
  const canvas = createCanvas(width, height);
  const context = canvas.getContext('2d') as unknown as CanvasRenderingContext2D;
  context.fillStyle = 'white';
  context.fillRect(0, 0, width, height);
  for (const cell of comparedCells) {
    context.save();
    context.beginPath();
    context.rect(cell.x, cell.y, CELL_PX.width, CELL_PX.height);
    context.clip();
    drawCell(context, cell);
    context.restore();
  }
  return toRasterImage(canvas);
}

function drawCell(context: CanvasRenderingContext2D, cell: PlacedCell): void {
  const renderer = new CanvasImmediateRenderer(context, 1, [0, -height, width, 0], [1, 0, 0, -1, 0, 0], 0);
  const styleOf = createStyleFunction(cell.style, { createCanvas });
  const reader = new WKT();
  const drawn = cell.objects.flatMap(({ geometry, data }) => {
    const shape = reader.readGeometry(toWkt(toMapGeometry(geometry, cell)));
    return (styleOf(new Feature({ geometry: shape, data }), 1) ?? []).map((style) => ({ style, shape }));
  });
  const zOf = ({ style }: { readonly style: Style }) => style.getZIndex() ?? 0;
  for (const { style, shape } of drawn.sort((a, b) => zOf(a) - zOf(b))) {
    const draw = style.getRenderer();
    if (!draw) {
      renderer.setStyle(style);
      renderer.drawGeometry(shape);
      continue;
    }
    const toPixels = (part: unknown): unknown =>
      Array.isArray(part) && typeof part[0] === 'number'
        ? [part[0], -(part[1] as number)]
        : (part as readonly unknown[]).map(toPixels);
    draw(
      toPixels((shape as unknown as { getCoordinates(): unknown }).getCoordinates()) as never,
      {
        context,
        geometry: shape,
        pixelRatio: 1,
      } as unknown as State,
    );
  }
}

async function readApproved(): Promise<RasterImage> {
  const canvas = createCanvas(width, height);
  canvas.getContext('2d').drawImage(await loadImage(await readFile(approvedImage)), 0, 0);
  return toRasterImage(canvas);
}

/** Two pixels count as different when a channel differs by more than this, of 255. */
const TOLERANCE = 40;
/** Share of a cell that may differ: a few pixels, more where the approved image has outlines snapped to pixels. */
const MAX_SHARE = 0.0005;
const SNAPPED: Readonly<Record<string, number>> = {
  Themes: 0.015,
  'Several parts': 0.02,
  'Corners and ends': 0.005,
  'Translucent and small': 0.02,
};

test('STYLE-20: every pattern, form, line, theme and kind of geometry is drawn as approved', async () => {
  const [drawn, approved] = [drawGallery(), await readApproved()];
  const shareOf = ({ x, y }: PlacedCell) => {
    let different = 0;
    for (let row = 0; row < CELL_PX.height; row += 1)
      for (let column = 0; column < CELL_PX.width; column += 1) {
        const one = drawn.pixel(x + column, y + row);
        const other = approved.pixel(x + column, y + row);
        if (one.some((channel, i) => Math.abs(channel - (other[i] ?? 0)) > TOLERANCE)) different += 1;
      }
    return different / (CELL_PX.width * CELL_PX.height);
  };
  const different = comparedCells.filter((cell) => shareOf(cell) > (SNAPPED[cell.section] ?? MAX_SHARE));
  expect(different.map(({ section, caption }) => `${section}: ${caption}`)).toEqual([]);
  expect(comparedCells.length).toBeGreaterThan(100);
});
