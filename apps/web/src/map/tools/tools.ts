import { lateTool } from './lateTool.ts';
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
  DrawPoint: lateTool(({ enterDrawPoint }) => enterDrawPoint),
  DrawLine: lateTool(({ enterDrawLine }) => enterDrawLine),
  DrawPolygon: lateTool(({ enterDrawPolygon }) => enterDrawPolygon),
  SelectObject: enterSelectObject,
  DragObject: lateTool(({ enterDragObject }) => enterDragObject),
  /** The dialog of this tool is outside the map. */
  Print: enterNone,
  MeassureDistance: lateTool(({ enterMeasure }) => enterMeasure('line')),
  MeassureArea: lateTool(({ enterMeasure }) => enterMeasure('polygon')),
};
