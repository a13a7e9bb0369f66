export { enterDragObject } from './dragObject.ts';
export { enterDrawLine } from './drawing/drawLine.ts';
export { enterDrawPoint } from './drawing/drawPoint.ts';
export { enterDrawPolygon } from './drawing/drawPolygon.ts';
export { enterMeasure } from './enterMeasure.ts';
