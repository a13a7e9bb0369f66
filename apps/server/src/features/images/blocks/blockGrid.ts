import { type Extent, HALF_WORLD_M } from '@pgis/geo';

/** Blocks are squares of this many pixels, on a grid that starts at the world's upper left corner. */
export const BLOCK_PX = 1_024;

/** Levels lie half a zoom apart: 2z is zoom z. A map between two levels is drawn 9 % larger or smaller on average. */
export const levelsAZoom = 2;

const WORLD_PX = 256;

/** Of whole pictures of a layer, which one. */
export interface Block {
  readonly level: number;
  readonly x: number;
  /** From the north. */
  readonly y: number;
  /** Pixels of the block a CSS pixel. */
  readonly pixelRatio: number;
}

export const toLevel = (zoom: number): number => levelsAZoom * zoom;

/** Metres a pixel. */
export const levelResolution = (level: number): number =>
  (2 * HALF_WORLD_M) / WORLD_PX / 2 ** (level / levelsAZoom);

export const nearestLevel = (resolution: number): number =>
  Math.round(levelsAZoom * Math.log2((2 * HALF_WORLD_M) / WORLD_PX / resolution));

export function blockExtent({ level, x, y }: Pick<Block, 'level' | 'x' | 'y'>): Extent {
  const side = BLOCK_PX * levelResolution(level);
  return [
    x * side - HALF_WORLD_M,
    HALF_WORLD_M - (y + 1) * side,
    (x + 1) * side - HALF_WORLD_M,
    HALF_WORLD_M - y * side,
  ];
}

/** A rectangle in pixels of a level, from the world's upper left corner; y downwards. */
export interface PixelBox {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** A map as pixels of a level. */
export interface MapOfBlocks {
  readonly level: number;
  readonly box: PixelBox;
  readonly pixelRatio: number;
}

/** The whole pixels of a level that come next to an extent. */
export function toPixelBox([minX, minY, maxX, maxY]: Readonly<Extent>, level: number): PixelBox {
  const resolution = levelResolution(level);
  return {
    left: Math.round((minX + HALF_WORLD_M) / resolution),
    top: Math.round((HALF_WORLD_M - maxY) / resolution),
    width: Math.max(1, Math.round((maxX - minX) / resolution)),
    height: Math.max(1, Math.round((maxY - minY) / resolution)),
  };
}

/** The block that shows the world. */
export const rootBlock: Block = {
  level: levelsAZoom * Math.log2(BLOCK_PX / WORLD_PX),
  x: 0,
  y: 0,
  pixelRatio: 1,
};

/** Columns and rows of the blocks under a box, those of the world only. */
export function listBlocks(box: PixelBox, level: number, pixelRatio: number): Block[] {
  const last = Math.ceil((WORLD_PX * 2 ** (level / levelsAZoom)) / BLOCK_PX) - 1;
  const clamp = (pixel: number) => Math.min(last, Math.max(0, Math.floor(pixel / BLOCK_PX)));
  const blocks: Block[] = [];
  for (let y = clamp(box.top); y <= clamp(box.top + box.height - 1); y++)
    for (let x = clamp(box.left); x <= clamp(box.left + box.width - 1); x++)
      blocks.push({ level, x, y, pixelRatio });
  return blocks;
}

/** Symbols of parts are not drawn larger than that: beyond it lines would be wider than what they surround. */
const MOST_PIXEL_RATIO = 8;

/** Past it a block is not put together from parts, however many objects lie on one place. */
export const LAST_LEVEL = levelsAZoom * 24;

/** The four blocks of the next zoom in its place. */
export const quartersOf = ({ level, x, y, pixelRatio }: Block): Block[] =>
  [0, 1].flatMap((row) =>
    [0, 1].map((column) => ({ level: level + levelsAZoom, x: 2 * x + column, y: 2 * y + row, pixelRatio })),
  );

/** The four blocks that show the same at twice the size: a quarter of the objects each. */
export const childrenOf = (block: Block): Block[] =>
  quartersOf({ ...block, pixelRatio: Math.min(MOST_PIXEL_RATIO, 2 * block.pixelRatio) });
