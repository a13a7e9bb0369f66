import type { DrawValues } from '../form/DrawValues.ts';

let stored: DrawValues | null = null;

/** Stores what was typed for an object that could not be saved, for the next shape. Cleared when an object is saved. */
export const draftValues = {
  read: (): DrawValues | null => stored,
  store: (values: DrawValues): void => {
    stored = values;
  },
  clear: (): void => {
    stored = null;
  },
} as const;
