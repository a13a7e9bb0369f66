import { loadCode } from '../../api/index.ts';
import { holdEvents } from './holdEvents.ts';
import { listenToKeys } from './listenToKeys.ts';
import type { EnterTool } from './Tool.ts';

type DrawingTools = typeof import('./drawingTools.ts');

let loaded: DrawingTools | undefined;

/** Loads the tools that draw, measure and move; most visitors use none of them. */
export async function loadDrawingTools(): Promise<DrawingTools> {
  loaded ??= await loadCode(() => import('./drawingTools.ts'));
  return loaded;
}

/** A tool whose code loads when it is first entered; what the user does on the map meanwhile happens then. */
export const lateTool =
  (choose: (tools: DrawingTools) => EnterTool): EnterTool =>
  (context) => {
    if (loaded !== undefined) return choose(loaded)(context);
    const events = holdEvents(context.map.getTargetElement() ?? context.viewport);
    // Nothing is drawn yet, so Escape has nothing to drop but the tool.
    const stopKeys = listenToKeys({ escape: () => context.leave() });
    context.viewport.style.cursor = 'progress';
    let isLeft = false;
    let leave = () => {
      events.drop();
      stopKeys();
      context.viewport.style.cursor = '';
    };
    loadDrawingTools().then(
      (tools) => {
        if (isLeft) return;
        leave();
        leave = choose(tools)(context);
        events.release();
      },
      (error: unknown) => {
        if (!isLeft) context.loadFailed(error);
      },
    );
    return () => {
      isLeft = true;
      leave();
    };
  };
