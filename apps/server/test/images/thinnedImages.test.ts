import type { GeomStyle } from '@pgis/cartography';
import type { GalleryObject } from '@pgis/cartography/gallery';
import type { Position } from '@pgis/geo';
import { toImageJob } from '@pgis/testkit';
import sharp from 'sharp';
import { beforeAll, expect, test } from 'vitest';
import { registerImageFonts } from '../../src/rendering/draw/registerFonts.ts';
import { renderImage } from '../../src/rendering/draw/renderImage.ts';
import { renderWithOl } from '../../src/rendering/ol/renderWithOl.ts';

const SIDE_PX = 300;
const DIFFERENT = 40;
/** The corners of the squares: the server sets vertices of outlines of one pixel on whole pixels (decision 0023). */
const MAX_SHARE = 0.012;

beforeAll(() => registerImageFonts());

const style: GeomStyle = {
  ...{ pointForm: 'marker', pointRadius: 11, pointIcon: 'fa-tree', pointBgColor: '#1251cc' },
  ...{ fillColor: 'rgba(240,200,120,0.6)', lineColor: '#8a3ffc', lineWidth: 3, lineStyle: 'dashed' },
  labelEnabled: false,
};

const square = ([x, y]: Position, side: number): GalleryObject => ({
  geometry: {
    type: 'Polygon',
    coordinates: [
      [
        [x, y],
        [x, y + side],
        [x + side, y + side],
        [x + side, y],
        [x, y],
      ],
    ],
  },
});
const positions = (step: number): Position[] =>
  Array.from({ length: Math.floor(SIDE_PX / step) ** 2 }, (_, i): Position => {
    const across = Math.floor(SIDE_PX / step);
    return [((i % across) + 0.37) * step, (Math.floor(i / across) + 0.61) * step];
  });

/** Objects as close as those that a step is for. */
const scenes = [20.4, 10.3, 6.2, 3.1].map((stepPx) => ({
  points: positions(stepPx).map(
    (position): GalleryObject => ({
      geometry: { type: 'Point', coordinates: position },
    }),
  ),
  polygons: positions(stepPx).map((position) => square(position, 0.7 * stepPx)),
}));

async function compare(
  objects: readonly GalleryObject[],
  step: number,
  { pixelRatio, geomStyle = style }: { readonly pixelRatio: number; readonly geomStyle?: GeomStyle },
) {
  const window = { left: 0, top: 0, width: SIDE_PX, height: SIDE_PX };
  const job = {
    ...toImageJob({ style: geomStyle, objects }, window, { pixelRatio }),
    background: '#ffffff',
    thinning: { point: step, polygon: step },
  };
  const ours = renderImage(job);
  const { width, height } = ours;
  const raw = { raw: { width, height, channels: 4 } } as const;
  const one = await sharp(ours.pixels, raw).removeAlpha().raw().toBuffer();
  const oracle = renderWithOl(job).toBuffer('image/png');
  const other = await sharp(oracle).removeAlpha().raw().toBuffer();
  let [different, drawn] = [0, 0];
  for (let i = 0; i < one.length; i += 3) {
    const channels = [0, 1, 2];
    if (channels.some((c) => Math.abs((one[i + c] ?? 0) - (other[i + c] ?? 0)) > DIFFERENT)) different++;
    if (channels.some((c) => (one[i + c] ?? 0) < 250)) drawn++;
  }
  return { different: different / (one.length / 3), drawn: drawn / (one.length / 3) };
}

test.each(scenes.flatMap((scene, index) => [1, 2].map((ratio) => [index + 1, ratio, scene] as const)))(
  'step %d of thinning at %d pixels a pixel: the server draws what the browser draws',
  async (step, ratio, { points, polygons }) => {
    for (const objects of [points, polygons]) {
      const { different, drawn } = await compare(objects, step, { pixelRatio: ratio });
      expect(drawn).toBeGreaterThan(0.1);
      expect(different).toBeLessThan(MAX_SHARE);
    }
  },
);

test('thinned, sizes by value are alike on both sides: the smallest points stay smaller than the dots', async () => {
  const sized = { ...style, sizeField: 'votes', sizeFrom: 0, sizeTo: 9, sizeMin: 2, sizeMax: 24 };
  const points = (scenes[1]?.points ?? []).map((point, i) => ({ ...point, data: { votes: String(i % 10) } }));
  const [thin, thinAndSized] = await Promise.all(
    [style, sized].map((geomStyle) => compare(points, 1, { pixelRatio: 1, geomStyle })),
  );
  expect(thinAndSized?.different).toBeLessThan(MAX_SHARE);
  expect(thinAndSized?.drawn).toBeLessThan((thin?.drawn ?? 0) * 0.97);
  const { different, drawn } = await compare(points, 0, { pixelRatio: 2, geomStyle: sized });
  expect(different).toBeLessThan(MAX_SHARE);
  expect(drawn).toBeGreaterThan(0.1);
});
