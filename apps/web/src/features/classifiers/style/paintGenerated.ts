import { type GeomStyle, paintRule, parseColor, type Rgba, resolveStyle } from '@pgis/cartography';
import { inOrder, type Ramp } from './ramps.ts';
import { lookOf } from './StyleDraft.ts';

/**
 * The generated rules with the look that Default has in the editor, saved or not, in the colours of a ramp, else in those
 * they came with. Along an ordered ramp the rules stand in the order of their values, or its colours would say nothing.
 */
export function paintGenerated(
  rules: readonly GeomStyle[],
  fallback: GeomStyle,
  ramp: Ramp | undefined,
): readonly GeomStyle[] {
  const look = resolveStyle(lookOf(fallback));
  const own = ({ lineColor = '' }: GeomStyle): Rgba => parseColor(lineColor) ?? [128, 128, 128, 1];
  const placed = ramp === undefined || ramp.kind === 'distinct' ? rules : inOrder(rules);
  const colors = ramp?.colorsFor(placed.length) ?? placed.map(own);
  return placed.map((rule, index) => ({
    ...rule,
    ...lookOf(paintRule(look, colors[index] ?? own(rule))),
  }));
}
