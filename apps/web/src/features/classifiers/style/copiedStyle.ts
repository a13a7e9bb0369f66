import { createStore, type ReadonlyStore } from '../../../map/index.ts';
import { type StyleDraft, toStyle } from './StyleDraft.ts';

const store = createStore<string | null>(null);

/** The style that was copied last, as JSON text, until the page is loaded anew. */
export const copiedStyle: ReadonlyStore<string | null> = store;

/** For the next layer, and as text for whatever else takes it, where the browser lets a page write there. */
export function copyStyle(draft: StyleDraft): void {
  const text = draft.isChanged ? JSON.stringify(toStyle(draft)) : draft.storedText;
  store.set(text);
  navigator.clipboard?.writeText(text).catch((cause: unknown) => {
    console.info('the style was copied within the page only', cause);
  });
}
