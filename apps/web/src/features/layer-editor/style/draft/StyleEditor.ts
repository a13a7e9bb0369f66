import type { StylePropertyName, StyleValues } from '@pgis/cartography';
import type { FieldRow } from '../../form/LayerValues.ts';
import type { StyleDraft } from './StyleDraft.ts';

/** State and commands that the components of the panel share. */
export interface StyleEditor {
  readonly draft: StyleDraft;
  /** Every property of the selected rule (RULE-03). */
  readonly values: StyleValues;
  readonly fields: readonly FieldRow[];
  readonly isReadOnly: boolean;
  readonly change: (draft: StyleDraft) => void;
  /** Draft and fields at the time of the call, for code that has awaited an answer. */
  readonly latest: () => Pick<StyleEditor, 'draft' | 'fields'>;
  readonly setProperty: <Name extends StylePropertyName>(name: Name, value: StyleValues[Name]) => void;
  /** Problem that the server or the last attempt to save found with a property of the selected rule. */
  readonly problemOf: (name: StylePropertyName) => string | undefined;
}

/** True if the server knows the field by the name that rules use for it. */
export const hasStoredField = ({ fields }: Pick<StyleEditor, 'fields'>, field: string): boolean =>
  fields.some(({ storedName }) => storedName === field);
