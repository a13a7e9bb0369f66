/** A source file, and how much it counts. */
export type WeighedSource = { readonly path: string; readonly text: string; readonly weight: number };
export type Spec = { readonly path: string; readonly text: string };

const ids = /\b[A-Z][A-Z0-9]*(?:-[A-Z0-9]+)*-\d{2}\b/g;
const translationKeys = /\b[A-Z][A-Z0-9_]*(?:\.[A-Z][A-Z0-9_]*)+\b/g;
/** Shorter texts, such as "OK", stand in specs by chance. */
const MIN_TEXT = 4;

/** Returns the words of a path, in the singular: `layer-groups/` and `layerGroups.ts` both give layer and group. */
function listPathWords(path: string): readonly string[] {
  const words = path.replace(/^.*?(src|e2e)\//, '').match(/[A-Z]?[a-z]{3,}/g) ?? [];
  return words.map((word) => word.toLowerCase().replace(/s$/, ''));
}

/** Returns the parts of a text between its placeholders. */
const listTexts = (text: string): readonly string[] =>
  text
    .split(/\{\{.*?\}\}/)
    .map((part) => part.trim())
    .filter((part) => part.length >= MIN_TEXT);

type Term = { readonly kind: 'id' | 'text' | 'name'; readonly value: string };

function listTerms({ path, text }: Spec, translations: ReadonlyMap<string, string>): readonly Term[] {
  const texts = [...text.matchAll(translationKeys)].flatMap(([key]) =>
    listTexts(translations.get(key) ?? ''),
  );
  return [
    ...[...text.matchAll(ids)].map(([value]): Term => ({ kind: 'id', value })),
    ...texts.map((value): Term => ({ kind: 'text', value })),
    ...listPathWords(path).map((value): Term => ({ kind: 'name', value })),
  ];
}

/**
 * Returns the paths of the specs that share most with the sources, the most alike first: ids of rules, texts of the page
 * in the language of the specs, and words of their names. Terms of few specs count more. Specs that share nothing are
 * left out.
 */
export function rankSpecs(
  sources: readonly WeighedSource[],
  specs: readonly Spec[],
  translations: ReadonlyMap<string, string>,
): readonly string[] {
  const scores = new Map<string, number>();
  for (const [key, weight] of weighTerms(sources, translations)) {
    const { kind, value } = JSON.parse(key) as Term;
    const having = specs.filter(({ path, text }) =>
      kind === 'name' ? listPathWords(path).includes(value) : text.includes(value),
    );
    const rarity = Math.log((specs.length + 1) / having.length) ** 2;
    for (const { path } of having) scores.set(path, (scores.get(path) ?? 0) + weight * rarity);
  }
  return [...scores].sort(([, a], [, b]) => b - a).map(([path]) => path);
}

/** Returns the terms as JSON, each with the weight of the nearest source that has it. */
function weighTerms(
  sources: readonly WeighedSource[],
  translations: ReadonlyMap<string, string>,
): ReadonlyMap<string, number> {
  const weights = new Map<string, number>();
  for (const source of sources)
    for (const term of listTerms(source, translations)) {
      const key = JSON.stringify(term);
      weights.set(key, Math.max(weights.get(key) ?? 0, source.weight));
    }
  return weights;
}
