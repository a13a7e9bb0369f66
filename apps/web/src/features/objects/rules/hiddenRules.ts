import type { HiddenRules } from '../../../map/index.ts';
import { changePreferences, readPreferences } from '../../../preferences/index.ts';
import { createStore, type ReadonlyStore } from '../../../store/Store.ts';
import { readHiddenRules, writeHiddenRules } from './hiddenRulesText.ts';

const store = createStore<HiddenRules>(readHiddenRules(readPreferences().hiddenRules ?? ''));

/** The rules that are switched off in legends, by layer; stored in this browser. */
export const hiddenRules: ReadonlyStore<HiddenRules> = store;

/** Sets the rules of a layer that are switched off. */
export function setHiddenRules(layerId: number, tokens: Iterable<string>): void {
  const hidden = new Set(tokens);
  const others = [...store.get()].filter(([id]) => id !== layerId);
  store.set(new Map(hidden.size === 0 ? others : [...others, [layerId, hidden]]));
  changePreferences({ hiddenRules: writeHiddenRules(store.get()) || undefined });
}

/** Switches off the rules that an address names; the browser goes on remembering the user's own choice. */
export function showLinkedRules(text: string): void {
  store.set(readHiddenRules(text));
}
