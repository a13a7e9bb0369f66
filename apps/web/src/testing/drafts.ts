import 'fake-indexeddb/auto';
import { clear, createStore, entries } from 'idb-keyval';
import { expect } from 'vitest';
import type { Draft } from '../ui/drafts/draftStore.ts';

const database = createStore('pgis-drafts', 'drafts');

/** Drafts of all forms and users, as the browser stores them. */
export const listStoredDrafts = () => entries<string, readonly Draft<unknown>[]>(database);

/** Waits until exactly these forms have a draft. */
export const expectDraftsOf = (...keys: readonly string[]) =>
  expect.poll(async () => (await listStoredDrafts()).map(([key]) => key)).toEqual(keys);

export const clearDrafts = () => clear(database);
