import { closeSync, openSync, writeSync } from 'node:fs';
import { ExportProblemError } from './VectorRequest.ts';

const BUFFER_BYTES = 512 * 1024;

/** A new file that is written synchronously through a buffer, in a worker thread. */
export class OutputFile implements Disposable {
  readonly #file: number;
  readonly #maxBytes: number;
  #buffered: Buffer[] = [];
  #bufferedBytes = 0;
  #length = 0;

  constructor(path: string, maxBytes: number) {
    this.#file = openSync(path, 'wx');
    this.#maxBytes = maxBytes;
  }

  /** Number of bytes written so far. */
  get length(): number {
    return this.#length;
  }

  write(bytes: Buffer): void {
    this.#length += bytes.length;
    if (this.#length > this.#maxBytes) throw new ExportProblemError('TOO_LARGE');
    this.#buffered.push(bytes);
    this.#bufferedBytes += bytes.length;
    if (this.#bufferedBytes >= BUFFER_BYTES) this.#flush();
  }

  /** Replaces bytes at the start of the file, such as a header with the final counts. */
  replaceStart(bytes: Buffer): void {
    this.#flush();
    writeSync(this.#file, bytes, 0, bytes.length, 0);
  }

  [Symbol.dispose](): void {
    try {
      this.#flush();
    } finally {
      closeSync(this.#file);
    }
  }

  #flush(): void {
    const bytes = Buffer.concat(this.#buffered);
    this.#buffered = [];
    this.#bufferedBytes = 0;
    for (let at = 0; at < bytes.length; )
      at += writeSync(this.#file, bytes, at, bytes.length - at, this.#length - bytes.length + at);
  }
}
