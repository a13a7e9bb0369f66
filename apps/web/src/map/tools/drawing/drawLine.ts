import { enterDraw } from './enterDraw.ts';

export const enterDrawLine = enterDraw('line');
