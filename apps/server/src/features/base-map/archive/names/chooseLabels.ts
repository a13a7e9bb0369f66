import type { PixelBox } from '../../draw/labels/layOutLabels.ts';
import type { NameLabel } from './NameLabel.ts';
import { nameStyles } from './nameStyles.ts';

/** Distance within which a name is not repeated. */
const REPEAT_PX = 260;
const SHIELD_REPEAT_PX = 220;
/** Side of the squares in which boxes are looked up. */
const BUCKET_PX = 64;

/** Chooses labels that do not overlap, the most important first. The order of the candidates does not matter. */
export function chooseLabels(candidates: readonly NameLabel[]): NameLabel[] {
  const occupied = new Map<string, PixelBox[]>();
  const byText = new Map<string, NameLabel[]>();
  const chosen: NameLabel[] = [];
  for (const label of [...candidates].sort(compareLabels)) {
    if (isRepeated(label, byText) || label.boxes.some((box) => isOccupied(box, occupied))) continue;
    chosen.push(label);
    for (const box of label.boxes) for (const key of listBuckets(box)) push(occupied, key, box);
    push(byText, label.text, label);
  }
  return chosen;
}

/** Sorts from the most to the least important; equal labels at different positions differ, too. */
export const compareLabels = (a: NameLabel, b: NameLabel): number =>
  nameStyles[a.nameClass].priority - nameStyles[b.nameClass].priority ||
  a.rank - b.rank ||
  a.hash - b.hash ||
  a.x - b.x ||
  a.y - b.y;

function isRepeated(label: NameLabel, byText: ReadonlyMap<string, readonly NameLabel[]>): boolean {
  if (label.nameClass === 'house') return false;
  const spacing = label.nameClass === 'shield' ? SHIELD_REPEAT_PX : REPEAT_PX;
  return (byText.get(label.text) ?? []).some(({ x, y }) => Math.hypot(x - label.x, y - label.y) < spacing);
}

const isOccupied = (box: PixelBox, occupied: ReadonlyMap<string, readonly PixelBox[]>): boolean =>
  listBuckets(box).some((key) => occupied.get(key)?.some((other) => overlap(box, other)));

function listBuckets([minX, minY, maxX, maxY]: PixelBox): string[] {
  const keys: string[] = [];
  for (let x = Math.floor(minX / BUCKET_PX); x <= Math.floor(maxX / BUCKET_PX); x++)
    for (let y = Math.floor(minY / BUCKET_PX); y <= Math.floor(maxY / BUCKET_PX); y++) keys.push(`${x} ${y}`);
  return keys;
}

export const overlap = (a: PixelBox, b: PixelBox): boolean =>
  a[0] < b[2] && b[0] < a[2] && a[1] < b[3] && b[1] < a[3];

function push<Item>(lists: Map<string, Item[]>, key: string, item: Item): void {
  const list = lists.get(key);
  if (list) list.push(item);
  else lists.set(key, [item]);
}
