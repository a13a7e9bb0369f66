import { CELL_PX, layOutGallery } from '@pgis/cartography/gallery';
import sharp from 'sharp';

/** Two colours count as different when a channel differs by more than this, of 255. */
const tolerance = 40;

export interface GalleryDifference {
  /** Share of all pixels within cells, and by section. */
  readonly share: number;
  readonly sections: ReadonlyMap<string, number>;
  readonly worst: { readonly caption: string; readonly share: number };
}

/** How much two pictures of the style gallery differ within its cells; captions between them are not looked at. */
export async function compareGalleries(one: Buffer, other: Buffer): Promise<GalleryDifference> {
  const page = layOutGallery();
  const read = async (png: Buffer) => {
    const { data, info } = await sharp(png)
      .flatten({ background: '#fff' })
      .removeAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true });
    if (info.width !== page.width || info.height !== page.height)
      throw new Error(
        `a gallery of ${info.width} x ${info.height} pixels, not ${page.width} x ${page.height}`,
      );
    return data;
  };
  const [a, b] = await Promise.all([read(one), read(other)]);
  const isDifferent = (x: number, y: number) => {
    const at = 3 * (y * page.width + x);
    return [0, 1, 2].some((i) => Math.abs((a[at + i] ?? 0) - (b[at + i] ?? 0)) > tolerance);
  };
  const cells = page.cells.map(({ x, y, section, caption }) => {
    let different = 0;
    for (let row = 0; row < CELL_PX.height; row++)
      for (let column = 0; column < CELL_PX.width; column++)
        if (isDifferent(x + column, y + row)) different++;
    return { section, caption, share: different / (CELL_PX.width * CELL_PX.height) };
  });
  const mean = (some: readonly { readonly share: number }[]) =>
    some.reduce((sum, { share }) => sum + share, 0) / some.length;
  const bySection = Map.groupBy(cells, ({ section }) => section);
  return {
    share: mean(cells),
    sections: new Map([...bySection].map(([section, some]) => [section, mean(some)])),
    worst: cells.reduce((a, b) => (b.share > a.share ? b : a)),
  };
}

const percent = (share: number) => `${(100 * share).toFixed(3)} %`;

/** For the report of a test: `0.012 % of pixels differ (Lines 0.000 % …), most in "caves" 0.4 %`. */
export const toDifferenceText = ({ share, sections, worst }: GalleryDifference): string =>
  `${percent(share)} of pixels differ (${[...sections].map(([name, part]) => `${name} ${percent(part)}`).join('; ')}), ` +
  `most in "${worst.caption}": ${percent(worst.share)}`;
