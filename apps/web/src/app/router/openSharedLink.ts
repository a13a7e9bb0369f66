import { openShortLink } from '@pgis/contract';
import { defaultParseSearch, redirect } from '@tanstack/react-router';
import { callApi } from '../../api/index.ts';
import { defaultLanguage, isLanguage, type Language } from '../../i18n/index.ts';
import { readPreferences } from '../../preferences/index.ts';

/** Returns the language for a link without one: the language that the user selected, else that of the browser. */
const readersLanguage = (browserLanguages: readonly string[]): Language =>
  readPreferences().language ??
  browserLanguages.map((tag) => tag.slice(0, 2).toLowerCase()).find(isLanguage) ??
  defaultLanguage;

/** Opens a short link without a language. */
export function openInReadersLanguage({ code }: { readonly code: string }): never {
  throw redirect({
    to: `/${readersLanguage(navigator.languages)}/s/${encodeURIComponent(code)}`,
    replace: true,
  });
}

/** Opens the view that a short link shows; returns why there is none. */
export async function openSharedLink({
  lang,
  code,
}: {
  readonly lang: string;
  readonly code: string;
}): Promise<{ readonly linkError: unknown }> {
  let address: string;
  try {
    ({ address } = await callApi(openShortLink, { body: { code } }));
  } catch (linkError) {
    return { linkError };
  }
  // Always the map: a stored address is its query and nothing else.
  throw redirect({ to: `/${lang}/dashboard`, search: defaultParseSearch(`?${address}`), replace: true });
}
