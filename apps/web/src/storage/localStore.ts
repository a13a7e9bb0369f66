import { type StorageKey, type StoredValues, storedValueParsers } from './storedValues.ts';

type Listener = () => void;

const listeners = new Map<StorageKey, Set<Listener>>();
const parsed = new Map<StorageKey, { readonly text: string; readonly value: unknown }>();
/** Replaces a storage that the browser refuses to write (private window, storage switched off or full). */
const memory = new Map<StorageKey, string>();

function readText(key: StorageKey): string | null {
  const unwritten = memory.get(key);
  if (unwritten !== undefined) return unwritten;
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

/**
 * The stored value, or null if there is none. An invalid one is dropped, so that it cannot stand in the way of every
 * later visit. Returns the same object until the value changes.
 */
export function readStored<K extends StorageKey>(key: K): StoredValues[K] | null {
  const text = readText(key);
  if (text === null) return null;
  const known = parsed.get(key);
  if (known?.text === text) return known.value as StoredValues[K] | null;
  const value = storedValueParsers[key](parseText(text)) as StoredValues[K] | null;
  parsed.set(key, { text, value });
  if (value === null) forget(key);
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
  notify(key);
}

export function removeStored(key: StorageKey): void {
  forget(key);
  notify(key);
}

function forget(key: StorageKey): void {
  memory.delete(key);
  try {
    localStorage.removeItem(key);
  } catch {
    // If nothing could be stored, there is nothing to remove.
  }
}

/** Calls the listener after every change of the value in this or another tab. Returns the unsubscribe function. */
export function subscribeStored(key: StorageKey, listener: Listener): () => void {
  if (listeners.size === 0) window.addEventListener('storage', onStorageEvent);
  const forKey = listeners.get(key) ?? new Set();
  listeners.set(key, forKey.add(listener));
  return () => {
    forKey.delete(listener);
    if (forKey.size === 0) listeners.delete(key);
    if (listeners.size === 0) window.removeEventListener('storage', onStorageEvent);
  };
}

function notify(key: StorageKey): void {
  for (const listener of [...(listeners.get(key) ?? [])]) listener();
}

function onStorageEvent({ key, storageArea }: StorageEvent): void {
  if (storageArea !== null && storageArea !== localStorage) return;
  // A missing key means that another tab has cleared the storage.
  for (const known of [...listeners.keys()]) if (key === null || key === known) notify(known);
}
