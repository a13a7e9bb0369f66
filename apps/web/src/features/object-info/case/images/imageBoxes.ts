import type { ImageBox } from '@pgis/contract';

/** Shares of the sides of an image, from its top left corner. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

/** Smallest side of a box: a shorter drag is a click. */
const MIN_SIDE = 0.01;

const limit = (value: number, most = 1): number => Math.min(Math.max(value, 0), most);

/** The box between two corners, inside the image; undefined if it is too small to be meant. */
export function toBox(from: Point, to: Point): ImageBox | undefined {
  const [left, right] = [limit(Math.min(from.x, to.x)), limit(Math.max(from.x, to.x))];
  const [top, bottom] = [limit(Math.min(from.y, to.y)), limit(Math.max(from.y, to.y))];
  const box = { x: left, y: top, width: right - left, height: bottom - top };
  return box.width < MIN_SIDE || box.height < MIN_SIDE ? undefined : box;
}

const steps: Readonly<Record<string, Point>> = {
  ArrowLeft: { x: -0.01, y: 0 },
  ArrowRight: { x: 0.01, y: 0 },
  ArrowUp: { x: 0, y: -0.01 },
  ArrowDown: { x: 0, y: 0.01 },
};

/** Moves a box by a key, or changes its size with Shift; undefined for other keys. */
export function moveBox(
  box: ImageBox,
  { key, shiftKey }: { readonly key: string; readonly shiftKey: boolean },
): ImageBox | undefined {
  const step = steps[key];
  if (step === undefined) return undefined;
  const { x, y, width, height } = box;
  if (!shiftKey) return { ...box, x: limit(x + step.x, 1 - width), y: limit(y + step.y, 1 - height) };
  return {
    ...box,
    width: Math.max(limit(width + step.x, 1 - x), MIN_SIDE),
    height: Math.max(limit(height + step.y, 1 - y), MIN_SIDE),
  };
}

/** A new box in the middle. */
export const middleBox: ImageBox = { x: 0.4, y: 0.4, width: 0.2, height: 0.2 };
