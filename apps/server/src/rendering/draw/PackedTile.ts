import type { RenderedImage } from '../encode/RenderedImage.ts';
import { PackedImage } from '../encode/rawPixels.ts';
import type { MosaicTile } from '../job/MosaicJob.ts';
import type { PixelBox } from '../job/tileGrid.ts';

export const emptyImage = (width: number, height: number): RenderedImage => ({
  width,
  height,
  pixels: new Uint8ClampedArray(4 * width * height),
});

/** An image that shows a part of the canvas; `left` and `top` are positions on the canvas. */
type CanvasPart = PixelBox & Pick<RenderedImage, 'pixels'>;

/** A tile of a mosaic, of which only those blocks are unpacked that are drawn. */
export class PackedTile {
  readonly #image: PackedImage | undefined;
  readonly #scale: 1 | 2;
  readonly #area: PixelBox;
  /** Parts of the canvas that the tile replaces. */
  readonly #replaced: readonly PixelBox[];

  constructor(image: Uint8Array, { left, top, halvedToPx, within }: Omit<MosaicTile, 'image'>) {
    this.#image = image.length > 0 ? new PackedImage(image) : undefined;
    this.#scale = halvedToPx === undefined ? 1 : 2;
    const { width = 0, height = 0 } = this.#image ?? {};
    this.#area =
      halvedToPx === undefined
        ? { left, top, width, height }
        : { left, top, width: halvedToPx, height: halvedToPx };
    const replaced = within === undefined ? [this.#area] : within.map((box) => intersect(box, this.#area));
    this.#replaced = replaced.filter((box) => box !== undefined);
  }

  touches(box: PixelBox): boolean {
    return this.#replaced.some((replaced) => intersect(replaced, box) !== undefined);
  }

  covers(box: PixelBox): boolean {
    return this.#replaced.some(
      ({ left, top, width, height }) =>
        left <= box.left &&
        top <= box.top &&
        left + width >= box.left + box.width &&
        top + height >= box.top + box.height,
    );
  }

  /** Returns the packed block that shows exactly this box; undefined when there is none. */
  findBlock(box: PixelBox): Uint8Array | undefined {
    if (this.#image === undefined) return new Uint8Array();
    const index = this.#scale === 1 ? this.#areas().findIndex((area) => isSame(area, box)) : -1;
    return index < 0 ? undefined : this.#image.packedBlock(index);
  }

  /** Replaces the pixels of the canvas under the tile. */
  drawOn(canvas: CanvasPart): void {
    const replaced = this.#replaced.map((box) => intersect(box, canvas)).filter((box) => box !== undefined);
    if (this.#image === undefined) for (const box of replaced) copyPart(undefined, canvas, box);
    for (const [index, area] of this.#areas().entries()) {
      const parts = replaced.map((box) => intersect(box, area)).filter((box) => box !== undefined);
      if (parts.length === 0) continue;
      const block = this.#image?.readBlock(index);
      const image = block && this.#scale === 2 ? halve(block) : block;
      for (const part of parts) copyPart(image && { ...area, pixels: image.pixels }, canvas, part);
    }
  }

  /** Areas of the blocks on the canvas. */
  #areas(): PixelBox[] {
    const { left, top } = this.#area;
    return (this.#image?.blocks ?? []).map((block) => ({
      left: left + block.left / this.#scale,
      top: top + block.top / this.#scale,
      width: block.width / this.#scale,
      height: block.height / this.#scale,
    }));
  }
}

const isSame = (a: PixelBox, b: PixelBox): boolean =>
  a.left === b.left && a.top === b.top && a.width === b.width && a.height === b.height;

function intersect(a: PixelBox, b: PixelBox): PixelBox | undefined {
  const [left, top] = [Math.max(a.left, b.left), Math.max(a.top, b.top)];
  const width = Math.min(a.left + a.width, b.left + b.width) - left;
  const height = Math.min(a.top + a.height, b.top + b.height) - top;
  return width > 0 && height > 0 ? { left, top, width, height } : undefined;
}

/** Copies a box from one part of the canvas to another; without a source it becomes transparent. */
function copyPart(from: CanvasPart | undefined, to: CanvasPart, box: PixelBox): void {
  for (let y = box.top; y < box.top + box.height; y++) {
    const target = 4 * ((y - to.top) * to.width + box.left - to.left);
    if (from === undefined) {
      to.pixels.fill(0, target, target + 4 * box.width);
      continue;
    }
    const source = 4 * ((y - from.top) * from.width + box.left - from.left);
    to.pixels.set(from.pixels.subarray(source, source + 4 * box.width), target);
  }
}

/** Halves an image: each pixel is the mean of four, weighted by their alpha. */
function halve({ width, height, pixels }: RenderedImage): RenderedImage {
  const half = emptyImage(width / 2, height / 2);
  const result = half.pixels;
  const row = 4 * width;
  let at = 0;
  for (let y = 0; y < height; y += 2)
    for (let x = 0; x < width; x += 2) {
      const corner = y * row + 4 * x;
      let [red, green, blue, alpha] = [0, 0, 0, 0];
      for (let i = 0; i < 4; i++) {
        const pixel = corner + (i & 1) * 4 + (i >> 1) * row;
        const weight = pixels[pixel + 3] as number;
        red += (pixels[pixel] as number) * weight;
        green += (pixels[pixel + 1] as number) * weight;
        blue += (pixels[pixel + 2] as number) * weight;
        alpha += weight;
      }
      if (alpha > 0) {
        result[at] = red / alpha;
        result[at + 1] = green / alpha;
        result[at + 2] = blue / alpha;
        result[at + 3] = alpha / 4;
      }
      at += 4;
    }
  return half;
}
