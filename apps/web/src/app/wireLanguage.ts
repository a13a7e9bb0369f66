import type { QueryClient } from '@tanstack/react-query';
import { i18n, type Language } from '../i18n/index.ts';

/** Reads everything anew when the user's language is no longer that of the answers. */
export function wireLanguage(client: QueryClient, startLanguage: Language): void {
  let answeredIn = startLanguage;
  let spoken = i18n.language;
  i18n.state.subscribe(() => {
    const { language } = i18n;
    // Texts that come change no language.
    if (language === spoken) return;
    spoken = language;
    if (language === answeredIn) return;
    answeredIn = language;
    // A first answer on its way would otherwise stay, in the language before.
    void client.cancelQueries().then(() => client.invalidateQueries());
  });
}
