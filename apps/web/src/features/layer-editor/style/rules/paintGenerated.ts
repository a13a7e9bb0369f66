import { type GeomStyle, parseColor, type Rgba, recolorRule, resolveStyle } from '@pgis/cartography';
import { appearanceOf } from '../draft/StyleDraft.ts';
import { inOrderOfValues, type Ramp } from './ramps.ts';

/**
 * Gives generated rules the properties of Default in the editor, saved or not, and the colours of a ramp or their
 * own. They are sorted by value, so that the legend can be read and the colours of an ordered ramp have a meaning.
 */
export function paintGenerated(
  rules: readonly GeomStyle[],
  fallback: GeomStyle,
  ramp: Ramp | undefined,
): readonly GeomStyle[] {
  const appearance = resolveStyle(appearanceOf(fallback));
  const own = ({ lineColor = '' }: GeomStyle): Rgba => parseColor(lineColor) ?? [128, 128, 128, 1];
  const ordered = inOrderOfValues(rules);
  const colors = ramp?.colorsFor(ordered.length) ?? ordered.map(own);
  return ordered.map((rule, index) => ({
    ...rule,
    ...appearanceOf(recolorRule(appearance, colors[index] ?? own(rule))),
  }));
}
