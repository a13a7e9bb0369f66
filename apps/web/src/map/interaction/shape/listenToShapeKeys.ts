import type OlMap from 'ol/Map.js';
import { listenToKeys, onMap } from '../../tools/listenToKeys.ts';

interface ShapeKeys {
  readonly undo: () => void;
  readonly redo: () => void;
  readonly remove: () => void;
  readonly drop: () => void;
  readonly selectNext: (by: 1 | -1) => void;
  readonly insert: () => void;
  /** `dx` and `dy` in pixels, positive to the right and up. */
  readonly nudge: (dx: number, dy: number) => void;
}

/** Factor of the arrow keys' step while Shift is pressed. */
const LONG_STEP_PX = 10;

/**
 * Listens to the keys of shape editing. Those that act on a vertex need the focus on the map. Returns a function that
 * stops it.
 */
export function listenToShapeKeys(map: OlMap, keys: ShapeKeys): () => void {
  const prevent = (act: (event: KeyboardEvent) => void) => (event: KeyboardEvent) => {
    event.preventDefault();
    act(event);
  };
  const nudge = (dx: number, dy: number) => (event: KeyboardEvent) => {
    const stepPx = event.shiftKey ? LONG_STEP_PX : 1;
    onMap(map, () => keys.nudge(dx * stepPx, dy * stepPx))(event);
  };
  return listenToKeys({
    'ctrl+z': prevent((event) => (event.shiftKey ? keys.redo() : keys.undo())),
    'ctrl+y': prevent(keys.redo),
    delete: prevent(keys.remove),
    backspace: prevent(keys.remove),
    escape: keys.drop,
    '.': onMap(map, () => keys.selectNext(1)),
    ',': onMap(map, () => keys.selectNext(-1)),
    insert: onMap(map, keys.insert),
    arrowleft: nudge(-1, 0),
    arrowright: nudge(1, 0),
    arrowup: nudge(0, 1),
    arrowdown: nudge(0, -1),
  });
}
