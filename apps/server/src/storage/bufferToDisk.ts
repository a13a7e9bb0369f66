import { type FileHandle, open } from 'node:fs/promises';
import type { TempFolder, TempStore } from './TempStore.ts';

const MEMORY_BYTES = 1024 * 1024;
const READ_BYTES = 256 * 1024;

/**
 * Yields the same bytes, read from the source as fast as it delivers them: bytes that the reader has not
 * asked for yet wait in memory, and past `memoryBytes` in a file. A slow reader therefore holds no resource
 * of the source, such as a connection, and costs little memory. The source is closed when the reader stops
 * early.
 */
export async function* bufferToDisk(
  source: AsyncIterable<Buffer>,
  tempStore: TempStore,
  memoryBytes = MEMORY_BYTES,
): AsyncGenerator<Buffer, void, undefined> {
  await using overflow = new OverflowBuffer(tempStore, memoryBytes);
  overflow.fill(source);
  for (let bytes = await overflow.take(); bytes !== undefined; bytes = await overflow.take()) yield bytes;
}

/**
 * Bytes that wait: first those in memory, then those in the file. One side fills it, the other takes from it.
 */
class OverflowBuffer implements AsyncDisposable {
  readonly #tempStore: TempStore;
  readonly #memoryBytes: number;
  readonly #inMemory: Buffer[] = [];
  #memoryLength = 0;
  #folder: TempFolder | undefined;
  #file: FileHandle | undefined;
  /** Offset in the file up to which bytes were taken; those from here to `#written` wait. */
  #readTo = 0;
  #written = 0;
  #isAbandoned = false;
  #isComplete = false;
  #filling: Promise<void> = Promise.resolve();
  #change = Promise.withResolvers<void>();

  constructor(tempStore: TempStore, memoryBytes: number) {
    this.#tempStore = tempStore;
    this.#memoryBytes = memoryBytes;
  }

  /** Call once. A failure of the source, or of the disk, is thrown by `take`. */
  fill(source: AsyncIterable<Buffer>): void {
    this.#filling = this.#fill(source).finally(() => {
      this.#isComplete = true;
      this.#notify();
    });
    this.#filling.catch(() => {}); // Thrown by `take`.
  }

  /** Returns the next bytes, undefined after the last. */
  async take(): Promise<Buffer | undefined> {
    for (;;) {
      const changed = this.#change.promise;
      const first = this.#inMemory.shift();
      if (first !== undefined) {
        this.#memoryLength -= first.length;
        return first;
      }
      if (this.#readTo < this.#written) return await this.#readFile();
      if (this.#isComplete) {
        await this.#filling;
        return undefined;
      }
      await changed;
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isAbandoned = true;
    await this.#filling.catch(() => {});
    await this.#file?.close();
    await this.#folder?.[Symbol.asyncDispose]();
  }

  async #fill(source: AsyncIterable<Buffer>): Promise<void> {
    for await (const bytes of source) {
      if (this.#isAbandoned) return;
      // While anything waits in the file, later bytes have to wait behind it.
      const isBehindFile = this.#readTo < this.#written;
      if (isBehindFile || this.#memoryLength + bytes.length > this.#memoryBytes) await this.#writeFile(bytes);
      else {
        this.#inMemory.push(bytes);
        this.#memoryLength += bytes.length;
      }
      this.#notify();
    }
  }

  #notify(): void {
    this.#change.resolve();
    this.#change = Promise.withResolvers();
  }

  async #writeFile(bytes: Buffer): Promise<void> {
    this.#folder ??= await this.#tempStore.open();
    this.#file ??= await open(this.#folder.newPath(), 'wx+');
    for (let at = 0; at < bytes.length; )
      at += (await this.#file.write(bytes, at, bytes.length - at, this.#written + at)).bytesWritten;
    this.#written += bytes.length;
  }

  async #readFile(): Promise<Buffer> {
    const length = Math.min(READ_BYTES, this.#written - this.#readTo);
    const { bytesRead, buffer } = (await this.#file?.read(
      Buffer.allocUnsafe(length),
      0,
      length,
      this.#readTo,
    )) ?? {
      bytesRead: 0,
    };
    if (buffer === undefined || bytesRead === 0) throw new Error('the file of what waits has been cut');
    this.#readTo += bytesRead;
    return buffer.subarray(0, bytesRead);
  }
}
