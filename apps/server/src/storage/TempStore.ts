import { randomUUID } from 'node:crypto';
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** Folder for files that are still being received or written. The sweep deletes what a crash leaves there. */
export class TempStore {
  readonly #dir: string;

  constructor(dir: string) {
    this.#dir = dir;
  }

  /** Opens a new folder, which is deleted with its content when it is disposed of. */
  async open(): Promise<TempFolder> {
    const dir = join(this.#dir, randomUUID());
    await mkdir(dir, { recursive: true, mode: 0o700 });
    return new TempFolder(dir);
  }

  async sweep(olderThanMs: number): Promise<void> {
    const names = await readdir(this.#dir).catch(() => []);
    for (const name of names) {
      const path = join(this.#dir, name);
      const found = await stat(path).catch(() => undefined);
      if (found !== undefined && Date.now() - found.mtimeMs >= olderThanMs)
        await rm(path, { recursive: true, force: true });
    }
  }
}

export class TempFolder implements AsyncDisposable {
  readonly #dir: string;
  #files = 0;

  constructor(dir: string) {
    this.#dir = dir;
  }

  /** Returns a path at which a file may be created. */
  newPath(): string {
    this.#files += 1;
    return join(this.#dir, String(this.#files));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await rm(this.#dir, { recursive: true, force: true });
  }
}
