import type { Language } from '@pgis/contract';

let language: Language = 'en';

/** Sent as Accept-Language: it decides the language of error messages (D-API-03). */
export const getApiLanguage = (): Language => language;

export function setApiLanguage(next: Language): void {
  language = next;
}
