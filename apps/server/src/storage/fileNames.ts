import { limits } from '@pgis/contract/plain';

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not stay in a name.
const invisible = /[\u0000-\u001f\u007f-\u009f\u200b-\u200f\u202a-\u202e\u2066-\u2069\ufeff]/g;

/**
 * Makes a name safe to show: no path, no invisible characters that could disguise the extension, limited in
 * length.
 */
export function cleanFileName(given: string): string {
  const base = given.toWellFormed().split(/[\\/]/).at(-1) ?? '';
  const name = base.replaceAll(invisible, '').normalize('NFC').trim();
  if (name === '' || /^\.+$/.test(name)) return 'file';
  return shortFileName(name);
}

const MAX_EXTENSION_LENGTH = 20;

/** Shortens a file name to `limits.fileNameLength`, keeping the start and the extension. */
export function shortFileName(name: string): string {
  if (name.length <= limits.fileNameLength) return name;
  const dot = name.lastIndexOf('.');
  const ending = dot > 0 && name.length - dot <= MAX_EXTENSION_LENGTH ? name.slice(dot) : '';
  return name.slice(0, limits.fileNameLength - ending.length).toWellFormed() + ending;
}
