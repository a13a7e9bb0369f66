import {
  compileStyle,
  LINE_CASING_PX,
  parseGeomStyle,
  pointBox,
  type SymbolDescription,
} from '@pgis/cartography';
import type { ShownLayer } from '../classifiers/index.ts';
import { kindBit, labelText, type ObjectKind, objectKinds } from '../objects/index.ts';

/** What symbols along a line may add to its width on each side. */
const PATTERN_PX = 12;
/** What smoothing adds. */
const EDGE_PX = 1;
/** Labels of a single image: those of objects further off are left out of it. */
const LABEL_PX = 64;

/** How far what is drawn for an object of these kinds may reach beyond it, in CSS pixels; of labels so much as is told. */
export function drawingReach(
  { geomStyle, kinds: held }: Pick<ShownLayer, 'geomStyle' | 'kinds'>,
  kinds: readonly ObjectKind[],
  labelPx = LABEL_PX,
): number {
  const isHeld = (kind: ObjectKind) => kinds.includes(kind) && (held === 0 || (held & kindBit(kind)) !== 0);
  const style = compileStyle(parseGeomStyle(geomStyle).style);
  const reaches = style.rules.flatMap((_, rule) => [
    isHeld(objectKinds.point) ? pointReach(style.symbolOf(rule, 'point')) : 0,
    isHeld(objectKinds.line) ? strokeReach(style.symbolOf(rule, 'line')) : 0,
    isHeld(objectKinds.polygon) ? strokeReach(style.symbolOf(rule, 'polygon')) : 0,
  ]);
  return Math.ceil(Math.max(labelText(geomStyle) === undefined ? 0 : labelPx, ...reaches));
}

function pointReach({ point }: SymbolDescription): number {
  if (point === undefined) return 0;
  const { left, up, right, down } = pointBox(point);
  return Math.max(left, up, right, down) + EDGE_PX;
}

const strokeReach = ({ stroke }: SymbolDescription): number =>
  stroke === undefined
    ? EDGE_PX
    : stroke.widthPx / 2 + LINE_CASING_PX + EDGE_PX + (stroke.paint.pattern ? PATTERN_PX : 0);
