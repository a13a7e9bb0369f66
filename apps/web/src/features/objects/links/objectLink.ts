import type { Language } from '../../../i18n/index.ts';

/** The address that shows an object on the map (D-OBJ-13, D-ROUT-02). */
export function objectLink(id: number, language: Language): string {
  const { origin, pathname } = window.location;
  return `${origin}${pathname}#/${language}/dashboard?object=${id}`;
}
