/** Russian to Latin letters as Latvian writes them: Юрмала is Jurmala, Жигули Ziguli. */
const letters: Readonly<Record<string, string>> = Object.fromEntries(
  [
    ...'а-a б-b в-v г-g д-d е-e ж-z з-z и-i к-k л-l м-m н-n о-o п-p р-r с-s т-t у-u ф-f'.split(' '),
    ...'х-h ц-c ч-c ш-s ы-i э-e є-e щ-sc ю-ju я-ja ь- ъ- ø-o ł-l đ-d ı-i ß-ss æ-ae'.split(' '),
  ].map((pair) => pair.split('-') as [string, string]),
);
const special = new RegExp(`[${Object.keys(letters).join('')}]`, 'g');
/** Accents, and the apostrophes that are letters. */
const marks = /[\u02b0-\u036f]/g;
/** Characters that separate words: the signs of ASCII and Latin-1, quotes and dashes. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they part words like any other sign.
const signs = /[\u0000-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00bf\u2000-\u206f]+/g;

/**
 * A name as it is compared when somebody searches: without case and diacritics, in Latin letters, words parted by one
 * space. The database does the same in `folded_text`.
 */
export function foldText(text: string): string {
  const plain = text.normalize('NFC').replace(/й/gi, 'j').normalize('NFD').replace(marks, '');
  const words = ` ${plain.replace(signs, ' ').toLowerCase()}`.replaceAll(' е', ' je');
  return words.replace(special, (letter) => letters[letter] ?? letter).trim();
}
