import { enterDragObject } from './dragObject.ts';
import { enterDrawLine } from './drawing/drawLine.ts';
import { enterDrawPoint } from './drawing/drawPoint.ts';
import { enterDrawPolygon } from './drawing/drawPolygon.ts';
import { enterMeasure } from './enterMeasure.ts';
import type { MapAction } from './MapAction.ts';
import { enterSelectObject } from './selectObject.ts';
import type { EnterTool } from './Tool.ts';

/** `None` is a tool like the others: the map can be moved and a click does nothing. */
const enterNone: EnterTool = ({ setStep }) => {
  setStep('start');
  return () => {};
};

export const tools: Readonly<Record<MapAction, EnterTool>> = {
  None: enterNone,
  DrawPoint: enterDrawPoint,
  DrawLine: enterDrawLine,
  DrawPolygon: enterDrawPolygon,
  SelectObject: enterSelectObject,
  DragObject: enterDragObject,
  /** The dialog of this tool is outside the map. */
  Print: enterNone,
  MeassureDistance: enterMeasure('line'),
  MeassureArea: enterMeasure('polygon'),
};
