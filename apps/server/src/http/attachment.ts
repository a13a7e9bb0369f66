import { shortFileName } from '../storage/fileNames.ts';

/** Characters with a meaning in some file system, and those that change the direction of writing. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what has to go.
const notInFileNames = /[\u0000-\u001f\u007f"*/:<>?\\|\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** Encodes the characters that `encodeURIComponent` leaves and RFC 8187 does not allow. */
const percent = (character: string): string => `%${character.charCodeAt(0).toString(16).toUpperCase()}`;

/** Turns a user's text into a name that every file system accepts. */
export const toFileName = (name: string): string =>
  shortFileName(name).toWellFormed().replaceAll(notInFileNames, '_');

/** Returns the `Content-Disposition` of a file to be saved under a user's name for it (RFC 6266). */
export function attachment(fileName: string): string {
  const name = toFileName(fileName);
  const ascii = name.replaceAll(/[^ -~]|%/g, '_');
  const encoded = encodeURIComponent(name).replaceAll(/['()*!]/g, percent);
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encoded}`;
}
