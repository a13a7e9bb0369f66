import type { StyleValues } from '../style/propertyTable.ts';
import { parseColor, type Rgba, toRgba } from './color.ts';

/** Returns the style in another colour: fill, line and point take it, the fill keeps its alpha (D-CLS-09). */
export const recolorRule = (style: StyleValues, [red, green, blue]: Rgba): StyleValues => ({
  ...style,
  fillColor: toRgba([red, green, blue, parseColor(style.fillColor)?.[3] ?? 1]),
  lineColor: toRgba([red, green, blue, 1]),
  [style.pointForm === 'none' ? 'pointColor' : 'pointBgColor']: toRgba([red, green, blue, 1]),
});
