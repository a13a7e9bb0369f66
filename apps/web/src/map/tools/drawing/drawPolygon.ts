import { enterDraw } from './enterDraw.ts';

export const enterDrawPolygon = enterDraw('polygon');
