import { DatabaseSync } from 'node:sqlite';

/**
 * Locks a file for the life of this process: the kernel takes the lock back however the process ends.
 *
 * Node has no flock; an exclusive SQLite transaction is a kernel lock on the file on every platform. Unlike an
 * abstract socket it is also seen by a second container on the same volume.
 */
export class FileLock implements Disposable {
  readonly #database: DatabaseSync;

  private constructor(database: DatabaseSync) {
    this.#database = database;
  }

  /** Returns undefined when another process (or another FileLock of this one) holds the lock. */
  static take(path: string): FileLock | undefined {
    const database = new DatabaseSync(path);
    try {
      database.exec('PRAGMA busy_timeout = 0; PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE');
      return new FileLock(database);
    } catch (error) {
      database.close();
      if (isBusy(error)) return undefined;
      throw new Error(`Cannot lock ${path}: ${error instanceof Error ? error.message : error}`, {
        cause: error,
      });
    }
  }

  /** Waits up to `waitMs` for the holder to end. */
  static async takeWithin(path: string, waitMs: number): Promise<FileLock | undefined> {
    const giveUpAt = Date.now() + waitMs;
    for (;;) {
      const lock = FileLock.take(path);
      if (lock !== undefined || Date.now() >= giveUpAt) return lock;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }

  release(): void {
    if (this.#database.isOpen) this.#database.close();
  }

  [Symbol.dispose](): void {
    this.release();
  }
}

const SQLITE_BUSY = 5;

function isBusy(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && error.errcode === SQLITE_BUSY;
}
