import type { Classifier, Language, LocalizedNames } from '@pgis/contract';

/** D-CLS-15: the names of a group, layer or status in its form. */
export interface NameValues {
  /** In the language of the company. */
  readonly name: string;
  /** In all languages; `name` is the company's. */
  readonly names: LocalizedNames;
  readonly companyLanguage: Language;
}

const noNames = { en: '', ru: '', lv: '' } as const satisfies LocalizedNames;

export const newNames = (companyLanguage: Language): NameValues => ({
  name: '',
  names: noNames,
  companyLanguage,
});

export const toNameValues = ({
  name,
  names,
  companyLanguage,
}: Pick<Classifier, 'name' | 'names' | 'companyLanguage'>): NameValues => ({
  name: names[companyLanguage] ?? name,
  names: { ...noNames, ...names },
  companyLanguage,
});

/** The names as they are shown beside each other. */
export const allNames = ({ name, names, companyLanguage }: NameValues): LocalizedNames => ({
  ...names,
  [companyLanguage]: name,
});

/** The names as they are sent. */
export const namesBody = (values: NameValues): { name: string; names: LocalizedNames } => ({
  name: values.name,
  names: allNames(values),
});
