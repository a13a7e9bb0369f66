import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';

export type Language = 'en' | 'ru' | 'lv';
export const languages: readonly Language[] = ['lv', 'ru', 'en'];
/** Names of the languages in themselves. */
export const languageNames = { en: 'English', ru: 'Русский', lv: 'Latviešu' } as const;

/** Returns the text of a translation key. */
export function textIn(language: Language, key: string): string {
  const file = join(import.meta.dirname, `../../apps/web/public/assets/i18n/${language}.json`);
  const texts: unknown = JSON.parse(readFileSync(file, 'utf8'));
  return key
    .split('.')
    .reduce<unknown>((part, name) => (part as Record<string, unknown>)[name], texts) as string;
}

/** Keys such as `MAP.ZOOM_IN` where a text is missing. */
export const listBareKeys = async (page: Page) =>
  // biome-ignore lint/performance/useDomNodeTextContent: hidden parts do not count.
  (await page.locator('body').innerText()).match(/\b[A-Z][A-Z_]+\.[A-Z_.]+\b/g) ?? [];
