import { type StorageKey, type StoredValues, storedValueParsers } from './storedValues.ts';

type Listener = () => void;

const listeners = new Map<StorageKey, Set<Listener>>();
const parsed = new Map<StorageKey, { readonly text: string; readonly value: unknown }>();
/** Stands in where the browser refuses to store anything (private windows, storage switched off, full). */
const memory = new Map<StorageKey, string>();

function readText(key: StorageKey): string | null {
  const kept = memory.get(key);
  if (kept !== undefined) return kept;
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

function parseText(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** The stored value; null when there is none or when it is broken. The same object until the value changes. */
export function readStored<K extends StorageKey>(key: K): StoredValues[K] | null {
  const text = readText(key);
  if (text === null) return null;
  const known = parsed.get(key);
  if (known?.text === text) return known.value as StoredValues[K] | null;
  const value = storedValueParsers[key](parseText(text)) as StoredValues[K] | null;
  parsed.set(key, { text, value });
  return value;
}

export function writeStored<K extends StorageKey>(key: K, value: StoredValues[K]): void {
  const text = JSON.stringify(value);
  try {
    localStorage.setItem(key, text);
    memory.delete(key);
  } catch {
    memory.set(key, text);
  }
  tell(key);
}

export function removeStored(key: StorageKey): void {
  memory.delete(key);
  try {
    localStorage.removeItem(key);
  } catch {
    // Nothing could be stored, so there is nothing to remove.
  }
  tell(key);
}

/** Calls the listener after every change of the value, made in this tab or in another one; returns the way out. */
export function subscribeStored(key: StorageKey, listener: Listener): () => void {
  if (listeners.size === 0) window.addEventListener('storage', hearOtherTab);
  const forKey = listeners.get(key) ?? new Set();
  listeners.set(key, forKey.add(listener));
  return () => {
    forKey.delete(listener);
    if (forKey.size === 0) listeners.delete(key);
    if (listeners.size === 0) window.removeEventListener('storage', hearOtherTab);
  };
}

function tell(key: StorageKey): void {
  for (const listener of [...(listeners.get(key) ?? [])]) listener();
}

function hearOtherTab({ key, storageArea }: StorageEvent): void {
  if (storageArea !== null && storageArea !== localStorage) return;
  // Without a key the other tab has cleared everything.
  for (const known of [...listeners.keys()]) if (key === null || key === known) tell(known);
}
