import { type Language, languages } from '@pgis/contract';

/** The best of our languages in an `Accept-Language` header, English when none fits (D-API-03). */
export function languageOf(header: string | undefined): Language {
  const wanted = (header ?? '')
    .split(',', 20)
    .map((part) => {
      const [tag = '', ...parameters] = part.trim().toLowerCase().split(';');
      const q = parameters.find((parameter) => parameter.trim().startsWith('q='));
      return { language: tag.split('-')[0], weight: q === undefined ? 1 : Number(q.trim().slice(2)) };
    })
    .filter(({ weight }) => weight > 0)
    .sort((a, b) => b.weight - a.weight);
  for (const { language } of wanted) {
    const known = languages.find((ours) => ours === language);
    if (known !== undefined) return known;
  }
  return 'en';
}
