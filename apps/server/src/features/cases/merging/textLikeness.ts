import { foldText } from '../../../gazetteer/foldText.ts';

/** Sequences of three letters, with the start and the end of each word: endings of Latvian and Russian cost little. */
function trigramsOf(text: string): Set<string> {
  const trigrams = new Set<string>();
  for (const word of foldText(text).split(' '))
    if (word !== '')
      for (let i = 0, padded = `  ${word} `; i + 3 <= padded.length; i += 1)
        trigrams.add(padded.slice(i, i + 3));
  return trigrams;
}

/** Returns a function that compares texts with the given one: 0 without anything in common, 1 for the same words. */
export function likenessTo(text: string): (other: string) => number {
  const own = trigramsOf(text);
  return (other) => {
    const others = trigramsOf(other);
    const shared = own.intersection(others).size;
    const all = own.size + others.size - shared;
    return all === 0 ? 0 : shared / all;
  };
}
