import {
  compileStyle,
  LINE_CASING_PX,
  parseGeomStyle,
  pointBox,
  type SymbolDescription,
} from '@pgis/cartography';
import type { Layer } from '../../layers/Layer.ts';
import { labelText } from '../../layers/labelText.ts';
import { kindBit, type ObjectKind, objectKinds } from '../../layers/ObjectKind.ts';

/** CSS pixels that symbols along a line may add to its width on each side. */
const PATTERN_PX = 12;
/** CSS pixels that anti-aliasing adds. */
const EDGE_PX = 1;
/** Limit for the labels of a single image: labels of objects further off are left out. */
const LABEL_PX = 64;

/** CSS pixels by which the symbol of an object of these kinds may extend beyond it; `labelPx` for a layer with labels. */
export function symbolBuffer(
  { geomStyle, kinds: layerKinds }: Pick<Layer, 'geomStyle' | 'kinds'>,
  kinds: readonly ObjectKind[],
  labelPx = LABEL_PX,
): number {
  const isIncluded = (kind: ObjectKind) =>
    kinds.includes(kind) && (layerKinds === 0 || (layerKinds & kindBit(kind)) !== 0);
  const style = compileStyle(parseGeomStyle(geomStyle).style);
  const buffers = style.outerSymbols.flatMap((index) => [
    isIncluded(objectKinds.point) ? pointBuffer(style.symbolOf(index, 'point')) : 0,
    isIncluded(objectKinds.line) ? strokeBuffer(style.symbolOf(index, 'line')) : 0,
    isIncluded(objectKinds.polygon) ? strokeBuffer(style.symbolOf(index, 'polygon')) : 0,
  ]);
  if (labelText(geomStyle) === undefined) return Math.ceil(Math.max(...buffers));
  const offsets = style.rules.flatMap((_, rule) => style.symbolOf(rule, 'point').label?.offsetPx ?? []);
  return Math.ceil(Math.max(labelPx + Math.max(0, ...offsets.map(Math.abs)), ...buffers));
}

function pointBuffer({ point }: SymbolDescription): number {
  if (point === undefined) return 0;
  const { left, up, right, down } = pointBox(point);
  return Math.max(left, up, right, down) + EDGE_PX;
}

const strokeBuffer = ({ stroke }: SymbolDescription): number =>
  stroke === undefined
    ? EDGE_PX
    : stroke.widthPx / 2 + LINE_CASING_PX + EDGE_PX + (stroke.paint.pattern ? PATTERN_PX : 0);
