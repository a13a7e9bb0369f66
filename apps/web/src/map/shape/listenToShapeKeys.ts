import type OlMap from 'ol/Map.js';
import { listenToKeys, onMap } from '../tools/listenToKeys.ts';

interface ShapeKeys {
  readonly undo: () => void;
  readonly redo: () => void;
  readonly remove: () => void;
  readonly drop: () => void;
  readonly chooseNext: (by: 1 | -1) => void;
  readonly insert: () => void;
  /** By pixels, up and to the right. */
  readonly nudge: (dx: number, dy: number) => void;
}

/** Shift makes a step of the arrows this much longer. */
const LONG_STEP_PX = 10;

/** The keys of shape editing. Those that act on a point work while the map has the focus. Returns the way out. */
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
    '.': onMap(map, () => keys.chooseNext(1)),
    ',': onMap(map, () => keys.chooseNext(-1)),
    insert: onMap(map, keys.insert),
    arrowleft: nudge(-1, 0),
    arrowright: nudge(1, 0),
    arrowup: nudge(0, 1),
    arrowdown: nudge(0, -1),
  });
}
