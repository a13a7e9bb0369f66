import type { StylePropertyName, StyleValues } from '@pgis/cartography';
import type { FieldRow } from '../ClassifierValues.ts';
import type { StyleDraft } from './StyleDraft.ts';

/** What the parts of the panel share. */
export interface StyleEditor {
  readonly draft: StyleDraft;
  /** Every property of the selected rule (RULE-03). */
  readonly values: StyleValues;
  readonly fields: readonly FieldRow[];
  readonly isReadOnly: boolean;
  readonly change: (draft: StyleDraft) => void;
  /** Draft and fields as they are when it is called: whoever has waited for an answer changes these. */
  readonly latest: () => Pick<StyleEditor, 'draft' | 'fields'>;
  readonly setProperty: <Name extends StylePropertyName>(name: Name, value: StyleValues[Name]) => void;
  /** What the server, or the last try to save, had against a property of the selected rule. */
  readonly problemOf: (name: StylePropertyName) => string | undefined;
}

/** Whether the server knows the field, by the name that rules call it. */
export const hasStoredField = ({ fields }: Pick<StyleEditor, 'fields'>, field: string): boolean =>
  fields.some(({ storedName }) => storedName === field);
