import { enterDraw } from './enterDraw.ts';
import { enterPlacePoint } from './placePoint.ts';
import type { EnterTool } from './Tool.ts';

const enterClickPoint = enterDraw('point');

/** A click sets the point; on a phone the map is moved under a pin first. */
export const enterDrawPoint: EnterTool = (context) =>
  context.placement === 'centre' ? enterPlacePoint(context) : enterClickPoint(context);
