import { shortFileName } from './shortFileName.ts';

/** Characters that some file system gives a meaning to, and those that turn the direction of writing. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what has to go.
const notInFileNames = /[\u0000-\u001f\u007f"*/:<>?\\|\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** The rest of what `encodeURIComponent` leaves and RFC 8187 does not allow. */
const percent = (character: string): string => `%${character.charCodeAt(0).toString(16).toUpperCase()}`;

/** A name that a person wrote, as every file system takes it. */
export const toFileName = (name: string): string =>
  shortFileName(name).toWellFormed().replaceAll(notInFileNames, '_');

/** `Content-Disposition` of a file to be saved under a name that a person wrote (RFC 6266). */
export function attachment(fileName: string): string {
  const name = toFileName(fileName);
  const ascii = name.replaceAll(/[^ -~]|%/g, '_');
  const encoded = encodeURIComponent(name).replaceAll(/['()*!]/g, percent);
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encoded}`;
}
