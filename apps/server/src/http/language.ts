import { type Language, languages } from '@pgis/contract';

/** Picks the best of our languages for an `Accept-Language` header, English when none fits (D-API-03). */
export function languageOf(header: string | undefined): Language {
  const preferences = (header ?? '')
    .split(',', 20)
    .map((preference) => {
      const [tag = '', ...parameters] = preference.trim().toLowerCase().split(';');
      const q = parameters.find((parameter) => parameter.trim().startsWith('q='));
      return { language: tag.split('-')[0], weight: q === undefined ? 1 : Number(q.trim().slice(2)) };
    })
    .filter(({ weight }) => weight > 0)
    .sort((a, b) => b.weight - a.weight);
  for (const { language } of preferences) {
    const known = languages.find((ours) => ours === language);
    if (known !== undefined) return known;
  }
  return 'en';
}
