import { CELL_PX, layOutGallery } from '@pgis/cartography/gallery';
import sharp from 'sharp';

/** Two colours count as different when a channel differs by more than this, of 255. */
const tolerance = 40;

export interface GalleryDifference {
  /** Share of all pixels within cells, and by section. */
  readonly share: number;
  readonly sections: ReadonlyMap<string, number>;
  readonly worst: CellDifference;
  readonly cells: readonly CellDifference[];
}

interface CellDifference {
  readonly caption: string;
  readonly share: number;
}

/** Compares two images of the style gallery within their cells; captions between them are ignored. */
export async function compareGalleries(
  one: Buffer,
  other: Buffer,
  pixelRatio = 1,
): Promise<GalleryDifference> {
  const page = layOutGallery();
  const [pageWidth, pageHeight] = [page.width * pixelRatio, page.height * pixelRatio];
  const cellPx = { width: CELL_PX.width * pixelRatio, height: CELL_PX.height * pixelRatio };
  const read = async (png: Buffer) => {
    const { data, info } = await sharp(png)
      .flatten({ background: '#fff' })
      .removeAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true });
    if (info.width !== pageWidth || info.height !== pageHeight)
      throw new Error(`a gallery of ${info.width} x ${info.height} pixels, not ${pageWidth} x ${pageHeight}`);
    return data;
  };
  const [a, b] = await Promise.all([read(one), read(other)]);
  const isDifferent = (x: number, y: number) => {
    const at = 3 * (y * pageWidth + x);
    return [0, 1, 2].some((i) => Math.abs((a[at + i] ?? 0) - (b[at + i] ?? 0)) > tolerance);
  };
  const cells = page.cells.map(({ x, y, section, caption }) => {
    let different = 0;
    for (let row = 0; row < cellPx.height; row++)
      for (let column = 0; column < cellPx.width; column++)
        if (isDifferent(x * pixelRatio + column, y * pixelRatio + row)) different++;
    return { section, caption, share: different / (cellPx.width * cellPx.height) };
  });
  const mean = (some: readonly { readonly share: number }[]) =>
    some.reduce((sum, { share }) => sum + share, 0) / some.length;
  const bySection = Map.groupBy(cells, ({ section }) => section);
  return {
    share: mean(cells),
    sections: new Map([...bySection].map(([section, some]) => [section, mean(some)])),
    worst: cells.reduce((a, b) => (b.share > a.share ? b : a)),
    cells,
  };
}

const percent = (share: number) => `${(100 * share).toFixed(3)} %`;

/** Share of a cell below which a difference is left out of reports. */
const MIN_REPORTED_SHARE = 0.001;

/** Formats the difference for the report of a test: `0.012 % of pixels differ: Lines 0.000 %, …; by cell: "caves" 0.400 % …`. */
export function toDifferenceText({ share, sections, cells }: GalleryDifference): string {
  const reported = cells.filter((cell) => cell.share >= MIN_REPORTED_SHARE).sort((a, b) => b.share - a.share);
  const list = (shares: Iterable<readonly [string, number]>) =>
    [...shares].map(([name, part]) => `${name} ${percent(part)}`).join(', ');
  const byCell = reported.map((cell) => [`"${cell.caption}"`, cell.share] as const);
  return `${percent(share)} of pixels differ: ${list(sections)}; by cell: ${list(byCell) || 'none worth telling'}`;
}
