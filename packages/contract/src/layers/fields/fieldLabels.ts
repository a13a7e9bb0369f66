import type { LocalizedNames } from '../../localizedNames.ts';
import { nameIn } from '../../nameIn.ts';
import type { Language } from '../../primitives.ts';
import type { LayerField } from '../classifiers.ts';

/** Texts that a reader sees in place of the keys and stored values of a layer's data. */
export interface FieldLabels {
  of(field: string): string;
  /** Label of a value of a list; other values are their own label. */
  ofValue(field: string, value: string): string;
  /** Name of a rule of the layer's style; undefined without one. */
  ofRule(names: LocalizedNames): string | undefined;
}

interface DescribedLayer {
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
      const text = value.trim();
      const listed = fields.get(name)?.schema?.values?.find((one) => one.value === text);
      return listed === undefined ? value : nameIn(listed.names, language, companyLanguage, value);
    },
    ofRule: (names) => nameIn(names, language, companyLanguage, '') || undefined,
  };
}
