import { compileStyle, LINE_CASING_PX, parseGeomStyle, type SymbolDescription } from '@pgis/cartography';
import { renderBufferPx } from '../../map-images/ImageJob.ts';
import type { ShownLayer } from '../classifiers/index.ts';
import { kindBit, labelText, type ObjectKind, objectKinds } from '../objects/index.ts';

/** What symbols along a line may add to its width on each side. */
const PATTERN_PX = 12;
/** What smoothing adds. */
const EDGE_PX = 1;

/** How far what is drawn for an object of these kinds may reach beyond it, in CSS pixels. */
export function drawingReach(
  { geomStyle, kinds: held }: Pick<ShownLayer, 'geomStyle' | 'kinds'>,
  kinds: readonly ObjectKind[],
): number {
  if (labelText(geomStyle) !== undefined) return renderBufferPx;
  const isHeld = (kind: ObjectKind) => kinds.includes(kind) && (held === 0 || (held & kindBit(kind)) !== 0);
  if (isHeld(objectKinds.point)) return renderBufferPx;
  const style = compileStyle(parseGeomStyle(geomStyle).style);
  const reaches = style.rules.flatMap((_, rule) => [
    isHeld(objectKinds.line) ? strokeReach(style.symbolOf(rule, 'line')) : 0,
    isHeld(objectKinds.polygon) ? strokeReach(style.symbolOf(rule, 'polygon')) : 0,
  ]);
  return Math.min(renderBufferPx, Math.ceil(Math.max(0, ...reaches)));
}

const strokeReach = ({ stroke }: SymbolDescription): number =>
  stroke === undefined
    ? EDGE_PX
    : stroke.widthPx / 2 + LINE_CASING_PX + EDGE_PX + (stroke.paint.pattern ? PATTERN_PX : 0);
