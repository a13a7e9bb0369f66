import { createStore, type ReadonlyStore } from '../../../../store/Store.ts';
import { type StyleDraft, toStyle } from './StyleDraft.ts';

const store = createStore<string | null>(null);

/** The style that was copied last, as JSON text; lost when the page reloads. */
export const copiedStyle: ReadonlyStore<string | null> = store;

/** Copies for other layers, and as text to the clipboard if the browser allows it. */
export function copyStyle(draft: StyleDraft): void {
  const text = draft.isChanged ? JSON.stringify(toStyle(draft)) : draft.storedText;
  store.set(text);
  navigator.clipboard?.writeText(text).catch((cause: unknown) => {
    console.info('the style was copied within the page only', cause);
  });
}
