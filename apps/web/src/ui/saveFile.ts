/** Characters that some file system reserves. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what has to go.
const notInFileNames = /[\u0000-\u001f\u007f"*/:<>?\\|\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** Turns a name into a valid file name. */
export const toFileName = (name: string): string => name.replaceAll(notInFileNames, '_');

/** Downloads a file under a name that may need cleaning. */
export function saveFile(content: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(content);
  link.download = toFileName(name);
  link.click();
  // Revoked later, because the browser must have started to read it.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
