import { randomUUID } from 'node:crypto';
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** Where files lie while they come in. What a crash leaves there is swept. */
export class Spool {
  readonly #dir: string;

  constructor(dir: string) {
    this.#dir = dir;
  }

  /** A folder of one's own, which goes with everything in it when it is disposed of. */
  async open(): Promise<SpoolFolder> {
    const dir = join(this.#dir, randomUUID());
    await mkdir(dir, { recursive: true, mode: 0o700 });
    return new SpoolFolder(dir);
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

export class SpoolFolder implements AsyncDisposable {
  readonly #dir: string;
  #files = 0;

  constructor(dir: string) {
    this.#dir = dir;
  }

  /** Where a file may be written; it is not there yet. */
  newPath(): string {
    this.#files += 1;
    return join(this.#dir, String(this.#files));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await rm(this.#dir, { recursive: true, force: true });
  }
}
