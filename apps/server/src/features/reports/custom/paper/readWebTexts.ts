import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Language } from '@pgis/contract';

interface TextTree {
  readonly [key: string]: TextTree | string;
}

/** Returns the text at a path such as `REPORTS.TOTAL`; `count` selects its plural form. */
export type WebTexts = (path: string, values?: Readonly<Record<string, string | number>>) => string;

/** Reads the texts of the web application, so that a report on paper has those of the screen. */
export function readWebTexts(folder: string, language: Language): WebTexts {
  const texts = JSON.parse(readFileSync(join(folder, `${language}.json`), 'utf8')) as TextTree;
  const plurals = new Intl.PluralRules(language);
  const find = (path: string): TextTree | string | undefined =>
    path
      .split('.')
      .reduce<TextTree | string | undefined>(
        (at, key) => (typeof at === 'object' ? at[key] : undefined),
        texts,
      );
  return (path, values = {}) => {
    const { count } = values;
    const plural = typeof count === 'number' ? find(`${path}_${plurals.select(count)}`) : undefined;
    const text = plural ?? find(path);
    if (typeof text !== 'string') throw new Error(`There is no text ${path}`);
    return text.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => String(values[name] ?? ''));
  };
}
