import type TileSource from 'ol/source/Tile.js';

/** So many tiles in a row without a picture, and nothing is to be expected; a single one may lie outside the map. */
const FAILURES = 3;
/** BingMaps asks where its tiles are first, and does not say when nobody answers. */
const READY_MS = 10_000;

/** Tells whether a source gives pictures, as soon as that is known and whenever it changes; returns the way out. */
export function watchTiles(source: TileSource, tell: (isBroken: boolean) => void): () => void {
  let failures = 0;
  const fail = () => {
    failures += 1;
    if (failures === FAILURES) tell(true);
  };
  let hasSucceeded = false;
  const succeed = () => {
    if (failures >= FAILURES || !hasSucceeded) tell(false);
    failures = 0;
    hasSucceeded = true;
  };
  const look = () => {
    if (source.getState() === 'error') tell(true);
  };
  const lookAgain = () => {
    if (source.getState() === 'loading') tell(true);
  };
  const timer = source.getState() === 'loading' ? setTimeout(lookAgain, READY_MS) : undefined;
  // ol's types name these events for image tiles only.
  const listeners = [
    ['tileloaderror', fail],
    ['tileloadend', succeed],
    ['change', look],
  ] as const;
  for (const [name, listener] of listeners) source.addEventListener(name, listener);
  return () => {
    clearTimeout(timer);
    for (const [name, listener] of listeners) source.removeEventListener(name, listener);
  };
}
