import type OlMap from 'ol/Map.js';

const keyConsumers =
  'input, textarea, select, [contenteditable], [role="dialog"], [role="menu"], [role="listbox"]';

/**
 * Listens to keys such as `escape` or `ctrl+enter` wherever the focus is, except in elements that use keys
 * themselves. Returns a function that stops it.
 */
export function listenToKeys(keys: Readonly<Record<string, (event: KeyboardEvent) => void>>): () => void {
  const handle = (event: KeyboardEvent) => {
    const key = (event.ctrlKey || event.metaKey ? 'ctrl+' : '') + event.key.toLowerCase();
    const act = keys[key];
    if (act === undefined || event.defaultPrevented) return;
    if (event.target instanceof Element && event.target.closest(keyConsumers)) return;
    act(event);
  };
  document.addEventListener('keydown', handle);
  return () => document.removeEventListener('keydown', handle);
}

/** Restricts a key to when the map itself has the focus, for keys that act on its centre. */
export const onMap =
  (map: OlMap, act: () => void) =>
  (event: KeyboardEvent): void => {
    if (event.target !== map.getTargetElement()) return;
    event.preventDefault();
    act();
  };
