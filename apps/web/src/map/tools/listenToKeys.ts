import type OlMap from 'ol/Map.js';

const busyPlaces =
  'input, textarea, select, [contenteditable], [role="dialog"], [role="menu"], [role="listbox"]';

/** `escape`, `ctrl+enter` …: keys of a tool work wherever the focus is, but not while something else takes keys. Returns the way out. */
export function listenToKeys(keys: Readonly<Record<string, (event: KeyboardEvent) => void>>): () => void {
  const handle = (event: KeyboardEvent) => {
    const key = (event.ctrlKey || event.metaKey ? 'ctrl+' : '') + event.key.toLowerCase();
    const act = keys[key];
    if (act === undefined || event.defaultPrevented) return;
    if (event.target instanceof Element && event.target.closest(busyPlaces)) return;
    act(event);
  };
  document.addEventListener('keydown', handle);
  return () => document.removeEventListener('keydown', handle);
}

/** For keys that act on the map's centre: only while the map itself has the focus. */
export const onMap =
  (map: OlMap, act: () => void) =>
  (event: KeyboardEvent): void => {
    if (event.target !== map.getTargetElement()) return;
    event.preventDefault();
    act();
  };
