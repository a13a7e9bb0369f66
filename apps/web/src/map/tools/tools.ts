import type { MapAction } from '../MapAction.ts';
import { enterDragObject } from './dragObject.ts';
import { enterDrawLine } from './drawLine.ts';
import { enterDrawPoint } from './drawPoint.ts';
import { enterDrawPolygon } from './drawPolygon.ts';
import { enterMeasure } from './enterMeasure.ts';
import { enterSelectObject } from './selectObject.ts';
import type { EnterTool } from './Tool.ts';

/** None is a tool like the others: the map can be moved and nothing else happens. */
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
  /** Its dialog is outside the map. */
  Print: enterNone,
  MeassureDistance: enterMeasure('line'),
  MeassureArea: enterMeasure('polygon'),
};
