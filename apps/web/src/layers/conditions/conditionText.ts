import {
  boundText,
  type Condition,
  type ConditionTexts,
  type Operator,
  operatorText as operatorWords,
  comparisonText as wordsOf,
} from '@pgis/conditions';
import type { FieldSchema } from '@pgis/contract';
import type { Language, TextKey, TFunction } from '../../i18n/index.ts';
import { formatFieldValue } from '../fields/formatFieldValue.ts';

interface Reader {
  readonly t: TFunction;
  readonly language: Language;
}

const textsOf =
  (t: TFunction): ConditionTexts =>
  (path, values) =>
    t(`CONDITIONS.${path}` as TextKey, values);

/** Returns the operator as lists offer it. */
export const operatorText = (t: TFunction, operator: Operator): string => operatorWords(textsOf(t), operator);

interface FieldText {
  readonly schema?: FieldSchema | null | undefined;
  /** Names of the values of a list; the values themselves when missing. */
  readonly labelOf?: ((value: string) => string) | undefined;
}

/** Dates of fields without a schema are written as people write them, too. */
function valueText(value: string, { schema, labelOf }: FieldText, reader: Reader): string {
  const label = labelOf?.(value) ?? value;
  if (label !== value) return label;
  return schema ? formatFieldValue(schema, value, reader) : boundText(value);
}

/** Returns a condition in words, such as `age ≥ 20` or `felled in the last 7 days`; `field` as the reader knows it. */
export const conditionText = (
  { field, ...comparison }: Condition,
  reader: Reader,
  text: FieldText = {},
): string => `${field} ${comparisonText(comparison, reader, text)}`;

/** Returns a condition in words without its field: `≥ 20`. */
export const comparisonText = (
  comparison: Omit<Condition, 'field'>,
  reader: Reader,
  field: FieldText = {},
): string => wordsOf(comparison, textsOf(reader.t), (value) => valueText(value, field, reader));
