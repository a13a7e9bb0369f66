import { type FileHandle, open } from 'node:fs/promises';
import type { Spool, SpoolFolder } from './Spool.ts';

const MEMORY_BYTES = 1024 * 1024;
const READ_BYTES = 256 * 1024;

/**
 * The same bytes, taken from their source as fast as it gives them: those that the reader has not asked for yet wait in
 * memory, and past `memoryBytes` in a file. So a slow reader holds nothing of the source's, a connection for instance,
 * and costs little memory. The source is ended when the reader ends early.
 */
export async function* spill(
  source: AsyncIterable<Buffer>,
  spool: Spool,
  memoryBytes = MEMORY_BYTES,
): AsyncGenerator<Buffer, void, undefined> {
  await using backlog = new Backlog(spool, memoryBytes);
  backlog.fill(source);
  for (let bytes = await backlog.take(); bytes !== undefined; bytes = await backlog.take()) yield bytes;
}

/** What waits: first the bytes in memory, then those in the file. One fills it, one takes from it. */
class Backlog implements AsyncDisposable {
  readonly #spool: Spool;
  readonly #memoryBytes: number;
  readonly #inMemory: Buffer[] = [];
  #memoryLength = 0;
  #folder: SpoolFolder | undefined;
  #file: FileHandle | undefined;
  /** Of the file: what lies between them waits. */
  #taken = 0;
  #written = 0;
  #isLeft = false;
  #isFull = false;
  #filling: Promise<void> = Promise.resolve();
  #change = Promise.withResolvers<void>();

  constructor(spool: Spool, memoryBytes: number) {
    this.#spool = spool;
    this.#memoryBytes = memoryBytes;
  }

  /** Once. A failure of the source, or of the disk, reaches whoever takes. */
  fill(source: AsyncIterable<Buffer>): void {
    this.#filling = this.#fill(source).finally(() => {
      this.#isFull = true;
      this.#tell();
    });
    this.#filling.catch(() => {}); // Thrown by `take`.
  }

  /** The next bytes; undefined after the last. */
  async take(): Promise<Buffer | undefined> {
    for (;;) {
      const changed = this.#change.promise;
      const first = this.#inMemory.shift();
      if (first !== undefined) {
        this.#memoryLength -= first.length;
        return first;
      }
      if (this.#taken < this.#written) return await this.#readFile();
      if (this.#isFull) {
        await this.#filling;
        return undefined;
      }
      await changed;
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isLeft = true;
    await this.#filling.catch(() => {});
    await this.#file?.close();
    await this.#folder?.[Symbol.asyncDispose]();
  }

  async #fill(source: AsyncIterable<Buffer>): Promise<void> {
    for await (const bytes of source) {
      if (this.#isLeft) return;
      // As long as anything waits in the file, what follows has to wait behind it.
      const isBehindFile = this.#taken < this.#written;
      if (isBehindFile || this.#memoryLength + bytes.length > this.#memoryBytes) await this.#writeFile(bytes);
      else {
        this.#inMemory.push(bytes);
        this.#memoryLength += bytes.length;
      }
      this.#tell();
    }
  }

  #tell(): void {
    this.#change.resolve();
    this.#change = Promise.withResolvers();
  }

  async #writeFile(bytes: Buffer): Promise<void> {
    this.#folder ??= await this.#spool.open();
    this.#file ??= await open(this.#folder.newPath(), 'wx+');
    for (let at = 0; at < bytes.length; )
      at += (await this.#file.write(bytes, at, bytes.length - at, this.#written + at)).bytesWritten;
    this.#written += bytes.length;
  }

  async #readFile(): Promise<Buffer> {
    const length = Math.min(READ_BYTES, this.#written - this.#taken);
    const { bytesRead, buffer } = (await this.#file?.read(
      Buffer.allocUnsafe(length),
      0,
      length,
      this.#taken,
    )) ?? {
      bytesRead: 0,
    };
    if (buffer === undefined || bytesRead === 0) throw new Error('the file of what waits has been cut');
    this.#taken += bytesRead;
    return buffer.subarray(0, bytesRead);
  }
}
