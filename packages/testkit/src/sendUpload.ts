import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { json } from 'node:stream/consumers';

export interface UploadToSend {
  /** Address of the server. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly geometryId: number;
  /** Size of the one file, which is generated while sending and never held as a whole. */
  readonly bytes: number;
  readonly fileName?: string;
  /** Byte of the form at which the client disconnects. */
  readonly abortAt?: number;
}

export interface UploadAnswer<T> {
  readonly status: number;
  readonly json: T;
}

const boundary = 'upload-boundary-7015';
const chunk = Buffer.alloc(65_536, 'large file, ');

/** Bytes of the form before and after those of the file. */
function framesOf({ geometryId, fileName = 'large.bin' }: UploadToSend): readonly [Buffer, Buffer] {
  const disposition = 'Content-Disposition: form-data; name=';
  return [
    Buffer.from(
      `--${boundary}\r\n${disposition}"geometryId"\r\n\r\n${geometryId}\r\n` +
        `--${boundary}\r\n${disposition}"file"; filename="${fileName}"\r\n\r\n`,
    ),
    Buffer.from(`\r\n--${boundary}--\r\n`),
  ];
}

function* formOf(upload: UploadToSend): Generator<Buffer> {
  const [before, after] = framesOf(upload);
  yield before;
  for (let remaining = upload.bytes; remaining > 0; remaining -= chunk.length)
    yield chunk.subarray(0, remaining);
  yield after;
}

/** Length of the whole form. */
export const uploadLength = (upload: UploadToSend): number =>
  framesOf(upload).reduce((sum, frame) => sum + frame.length, upload.bytes);

/** Sends a file over a real connection in chunks; undefined when the client disconnected as told. */
export async function sendUpload<T>(upload: UploadToSend): Promise<UploadAnswer<T> | undefined> {
  const out = request(`${upload.url}/api/v1/geom-files`, {
    method: 'POST',
    headers: {
      ...upload.headers,
      'content-type': `multipart/form-data; boundary=${boundary}`,
      'content-length': uploadLength(upload),
    },
  });
  const responseEvent = once(out, 'response') as Promise<[IncomingMessage]>;
  // A client that disconnects gets an error here.
  responseEvent.catch(() => {});
  out.on('error', () => {});
  let sent = 0;
  for (const chunk of formOf(upload)) {
    const end = upload.abortAt === undefined ? chunk.length : Math.min(chunk.length, upload.abortAt - sent);
    sent += end;
    const isFlushed = new Promise<void>((resolve) => out.write(chunk.subarray(0, end), () => resolve()));
    await isFlushed;
    if (sent === upload.abortAt) {
      const closed = new Promise((resolve) => out.on('close', resolve));
      out.destroy();
      await closed;
      return undefined;
    }
  }
  out.end();
  const [response] = await responseEvent;
  return { status: response.statusCode ?? 0, json: (await json(response)) as T };
}
