import { parseColor, type Rgba, toRgba } from './color.ts';
import type { StyleValues } from './propertyTable.ts';

/** A look in another colour: fill, line and point take it, the fill keeps its transparency (D-CLS-09). */
export const paintRule = (look: StyleValues, [red, green, blue]: Rgba): StyleValues => ({
  ...look,
  fillColor: toRgba([red, green, blue, parseColor(look.fillColor)?.[3] ?? 1]),
  lineColor: toRgba([red, green, blue, 1]),
  [look.pointForm === 'none' ? 'pointColor' : 'pointBgColor']: toRgba([red, green, blue, 1]),
});
