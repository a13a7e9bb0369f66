import type { EnterTool } from '../Tool.ts';
import { enterDraw } from './enterDraw.ts';
import { enterPinPoint } from './pinPoint.ts';

const enterClickPoint = enterDraw('point');

/** A click sets the point; on a phone the map is moved under a pin first. */
export const enterDrawPoint: EnterTool = (context) =>
  context.placement === 'centre' ? enterPinPoint(context) : enterClickPoint(context);
