import { type GeomStyle, parseColor, type Rgba, recolorRule, resolveStyle } from '@pgis/cartography';
import { appearanceOf } from '../draft/StyleDraft.ts';
import { haveNumbers, inOrderOfValues, type Ramp } from './ramps.ts';

/**
 * Gives generated rules the properties of Default in the editor, saved or not, and the colours of a ramp or their
 * own. Numbers are sorted, so that the legend can be read; an ordered ramp sorts texts, too, so that its colours have a
 * meaning. Other rules stay in the order of frequency (D-CLS-09).
 */
export function paintGenerated(
  rules: readonly GeomStyle[],
  fallback: GeomStyle,
  ramp: Ramp | undefined,
): readonly GeomStyle[] {
  const appearance = resolveStyle(appearanceOf(fallback));
  const own = ({ lineColor = '' }: GeomStyle): Rgba => parseColor(lineColor) ?? [128, 128, 128, 1];
  const isSorted = haveNumbers(rules) || (ramp !== undefined && ramp.kind !== 'distinct');
  const ordered = isSorted ? inOrderOfValues(rules) : rules;
  const colors = ramp?.colorsFor(ordered.length) ?? ordered.map(own);
  return ordered.map((rule, index) => ({
    ...rule,
    ...appearanceOf(recolorRule(appearance, colors[index] ?? own(rule))),
  }));
}
