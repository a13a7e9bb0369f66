import type { Drawing } from '../../../map/index.ts';
import type { DrawValues } from '../form/DrawValues.ts';

/** Name of the form of a new object among the user's drafts. */
export const NEW_OBJECT = 'new object';

/** Draft of a new object. */
export interface AddDraft {
  readonly values: DrawValues;
  /** null for a shape that the server has refused, so that the text goes with the next one. */
  readonly drawing: Drawing | null;
}
