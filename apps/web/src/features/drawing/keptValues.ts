import type { DrawValues } from './DrawValues.ts';

let kept: DrawValues | null = null;

/** What a person typed for an object that was not saved, for the next shape. Gone when an object is saved. */
export const keptValues = {
  take: (): DrawValues | null => kept,
  keep: (values: DrawValues): void => {
    kept = values;
  },
  forget: (): void => {
    kept = null;
  },
} as const;
