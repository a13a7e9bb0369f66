import { shortFileName } from '../../http/shortFileName.ts';

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not stay in a name.
const invisible = /[\u0000-\u001f\u007f-\u009f\u200b-\u200f\u202a-\u202e\u2066-\u2069\ufeff]/g;

/** A name as people may see it: no path, nothing invisible that could pretend another ending, not too long. */
export function cleanFileName(given: string): string {
  const base = given.toWellFormed().split(/[\\/]/).at(-1) ?? '';
  const name = base.replaceAll(invisible, '').normalize('NFC').trim();
  if (name === '' || /^\.+$/.test(name)) return 'file';
  return shortFileName(name);
}
