const trueWords: ReadonlySet<string> = new Set(['yes', 'true', '1', 'y', 'jā', 'ja', 'да']);
const falseWords: ReadonlySet<string> = new Set(['no', 'false', '0', 'n', 'nē', 'ne', 'нет']);

/** Words for yes in the languages of the product, and those that programs write. */
export const isTrueWord = (text: string): boolean => trueWords.has(text.toLowerCase());
export const isFalseWord = (text: string): boolean => falseWords.has(text.toLowerCase());
