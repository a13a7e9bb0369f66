import { enterDraw } from './drawing/enterDraw.ts';
import { Measurements } from './measuring/Measurements.ts';
import type { EnterTool } from './Tool.ts';

/** Measures one shape after the other; they stay until the tool is left (TOOL-11), and nothing is saved. */
export const enterMeasure =
  (kind: 'line' | 'polygon'): EnterTool =>
  (context) => {
    const measurements = new Measurements(context.map, context.language);
    const onSketch = measurements.showLive.bind(measurements);
    const leaveDraw = enterDraw(kind, { onSketch })({
      ...context,
      finish: (shape) => measurements.add(shape),
    });
    return () => {
      leaveDraw();
      measurements.dispose();
    };
  };
