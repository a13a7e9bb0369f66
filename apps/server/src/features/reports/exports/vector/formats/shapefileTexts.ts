import type { Language } from '@pgis/contract';
import type { VectorColumn } from '../VectorRequest.ts';
import { MAX_TEXT_BYTES } from './dbfTable.ts';

const texts: Readonly<Record<Language, { readonly names: string; readonly cut: (count: number) => string }>> =
  {
    en: {
      names: 'Names of the columns in this shapefile and in PGIS:',
      cut: (count) => `texts cut to ${MAX_TEXT_BYTES} bytes: ${count}`,
    },
    lv: {
      names: 'Kolonnu nosaukumi šajā shapefile failā un PGIS:',
      cut: (count) => `teksti, kas saīsināti līdz ${MAX_TEXT_BYTES} baitiem: ${count}`,
    },
    ru: {
      names: 'Названия столбцов в этом shapefile и в PGIS:',
      cut: (count) => `тексты, сокращённые до ${MAX_TEXT_BYTES} байт: ${count}`,
    },
  };

interface FieldList {
  readonly columns: readonly VectorColumn[];
  readonly names: readonly string[];
  /** Number of texts of each column that were cut. */
  readonly cuts: readonly number[];
  readonly language: Language;
}

/** Lists the names of dBASE beside the full ones, and says which texts were cut. */
export function fieldListText({ columns, names, cuts, language }: FieldList): string {
  const lines = columns.map(({ name }, at) => {
    const cut = cuts[at] ?? 0;
    const line = `${names[at]}\t${name.replaceAll(/[\t\r\n]/g, ' ')}`;
    return cut === 0 ? line : `${line}\t${texts[language].cut(cut)}`;
  });
  return `\ufeff${[texts[language].names, ...lines, ''].join('\r\n')}`;
}
