import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { errorCodes, type Language, problemCodes } from '@pgis/contract';
import { rootDir } from '../runCommand.ts';
import { findTranslationProblems, flattenTexts } from '../translations/findTranslationProblems.ts';
import type { Check } from './Check.ts';

const folder = 'apps/web/public/assets/i18n';

async function readTranslation(language: Language): Promise<unknown> {
  return JSON.parse(await readFile(join(rootDir, folder, `${language}.json`), 'utf8'));
}

export const translationsCheck: Check = {
  name: 'translations',
  async run() {
    const [en, ru, lv] = await Promise.all([
      readTranslation('en'),
      readTranslation('ru'),
      readTranslation('lv'),
    ]);
    const codeKeys = [
      ...errorCodes.map((code) => `ERRORS.${code}`),
      ...problemCodes.map((code) => `PROBLEMS.${code}`),
    ];
    return {
      summary: `${flattenTexts(en).length} English texts, ${codeKeys.length} codes of errors and problems`,
      problems: findTranslationProblems({ en, ru, lv }, codeKeys),
    };
  },
};
