import type TileSource from 'ol/source/Tile.js';

/** Failed tiles in a row after which a source counts as broken; a single one may lie outside its coverage. */
const FAILURES = 3;
/** BingMaps first asks its server where the tiles are, and does not report when no answer comes. */
const READY_MS = 10_000;

/** Reports whether a source is broken, once that is known and whenever it changes; returns a function that stops it. */
export function watchTiles(source: TileSource, report: (isBroken: boolean) => void): () => void {
  let failures = 0;
  const fail = () => {
    failures += 1;
    if (failures === FAILURES) report(true);
  };
  let hasSucceeded = false;
  const succeed = () => {
    if (failures >= FAILURES || !hasSucceeded) report(false);
    failures = 0;
    hasSucceeded = true;
  };
  const checkError = () => {
    if (source.getState() === 'error') report(true);
  };
  const checkTimeout = () => {
    if (source.getState() === 'loading') report(true);
  };
  const timer = source.getState() === 'loading' ? setTimeout(checkTimeout, READY_MS) : undefined;
  // ol's types name these events for image tiles only.
  const listeners = [
    ['tileloaderror', fail],
    ['tileloadend', succeed],
    ['change', checkError],
  ] as const;
  for (const [name, listener] of listeners) source.addEventListener(name, listener);
  return () => {
    clearTimeout(timer);
    for (const [name, listener] of listeners) source.removeEventListener(name, listener);
  };
}
