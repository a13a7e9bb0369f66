import type { LocalizedNames } from '../../localizedNames.ts';
import { nameIn } from '../../nameIn.ts';
import type { Language } from '../../primitives.ts';
import type { LayerField } from '../classifiers.ts';
import { SEVERAL_SEPARATOR } from './severalValues.ts';

/** Texts that a reader sees in place of the keys and stored values of a layer's data. */
export interface FieldLabels {
  of(field: string): string;
  /** Labels of one or several values of a list; other values are their own label. */
  ofValue(field: string, value: string): string;
  /** Name of a rule of the layer's style; undefined without one. */
  ofRule(names: LocalizedNames): string | undefined;
}

export interface DescribedLayer {
  readonly layerFields: readonly LayerField[];
  readonly companyLanguage: Language;
}

/** The labels of a layer's fields and values in the reader's language. Objects, filters and addresses keep the keys. */
export function fieldLabels(
  { layerFields, companyLanguage }: DescribedLayer,
  language: Language,
): FieldLabels {
  const fields = new Map(layerFields.map((field) => [field.name, field]));
  return {
    of: (name) => nameIn(fields.get(name)?.names, language, companyLanguage, name),
    ofValue(name, value) {
      const values = fields.get(name)?.schema?.values;
      const label = (part: string): string =>
        nameIn(values?.find((one) => one.value === part.trim())?.names, language, companyLanguage, part);
      return value.split(SEVERAL_SEPARATOR).map(label).join(SEVERAL_SEPARATOR);
    },
    ofRule: (names) => nameIn(names, language, companyLanguage, '') || undefined,
  };
}
