/** One part of a form: text, or a file with its name. */
export type FormPart =
  | { readonly field: string; readonly text: string }
  | { readonly field: string; readonly fileName: string; readonly bytes: Buffer };

const boundary = 'test-boundary-7015';

export const formHeaders = { 'content-type': `multipart/form-data; boundary=${boundary}` };

/** A form as a browser sends it. */
export function toForm(parts: readonly FormPart[]): Buffer {
  const chunks = parts.flatMap((part) => {
    const name = 'fileName' in part ? `; filename="${part.fileName.replaceAll('"', '%22')}"` : '';
    const type = 'fileName' in part ? 'Content-Type: text/html\r\n' : '';
    return [
      Buffer.from(
        `--${boundary}\r\nContent-Disposition: form-data; name="${part.field}"${name}\r\n${type}\r\n`,
      ),
      'fileName' in part ? part.bytes : Buffer.from(part.text),
      Buffer.from('\r\n'),
    ];
  });
  return Buffer.concat([...chunks, Buffer.from(`--${boundary}--\r\n`)]);
}

export const aFile = (fileName: string, bytes: Buffer | string): FormPart => ({
  field: 'file',
  fileName,
  bytes: Buffer.from(bytes),
});

/** Files for an object, in the order in which our client sends them. */
export const filesFor = (geometryId: number, ...files: readonly FormPart[]): Buffer =>
  toForm([{ field: 'geometryId', text: String(geometryId) }, ...files]);
