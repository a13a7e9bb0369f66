/** What some file system gives a meaning to. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what has to go.
const notInFileNames = /[\u0000-\u001f\u007f"*/:<>?\\|\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** A name that a person wrote, as a file can have it. */
export const toFileName = (name: string): string => name.replaceAll(notInFileNames, '_');

/** Hands a file to the browser to keep, under a name that a person wrote. */
export function saveFile(content: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(content);
  link.download = toFileName(name);
  link.click();
  // The browser has to have begun reading it.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
