import type { GeomStyle, StylePropertyName, StyleValues } from '@pgis/cartography';
import type { Language } from '../../../../i18n/index.ts';
import type { FieldRow } from '../../form/LayerValues.ts';
import type { StyleDraft } from './StyleDraft.ts';

/** State and commands that the components of the panel share. */
export interface StyleEditor {
  readonly draft: StyleDraft;
  /** Every property of the selected rule (RULE-03); of several rules, of the first. */
  readonly values: StyleValues;
  /** True where the selected rules have different values. */
  readonly isMixed: (name: StylePropertyName) => boolean;
  /** Fields of the layer without computed ones. */
  readonly fields: readonly FieldRow[];
  readonly companyLanguage: Language;
  readonly isReadOnly: boolean;
  readonly change: (draft: StyleDraft) => void;
  /** Draft and fields at the time of the call, for code that has awaited an answer. */
  readonly latest: () => Pick<StyleEditor, 'draft' | 'fields'>;
  readonly setProperty: <Name extends StylePropertyName>(name: Name, value: StyleValues[Name]) => void;
  /** Sets properties of the style as a whole. */
  readonly setWhole: (values: GeomStyle) => void;
  /** Problem that the server or the last attempt to save found with a property of a selected rule. */
  readonly problemOf: (name: StylePropertyName) => string | undefined;
  /** Problem with a property of the style as a whole. */
  readonly problemOfWhole: (name: StylePropertyName) => string | undefined;
}

/** True if the server knows the field by the name that rules use for it. */
export const hasStoredField = ({ fields }: Pick<StyleEditor, 'fields'>, field: string): boolean =>
  fields.some(({ storedName }) => storedName === field);
