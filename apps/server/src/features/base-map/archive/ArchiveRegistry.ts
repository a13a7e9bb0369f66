import { type BaseLayerId, companyOf } from '@pgis/contract';
import { LRUCache } from 'lru-cache';
import type { Database } from '../../../db/openDatabase.ts';
import { type ArchiveFile, findArchiveFile, type ObjectFinder } from './findArchiveFile.ts';

/** Time after which a removed or replaced archive is noticed. */
const CHECKED_MS = 5_000;
const MAX_CACHED = 1_000;

/** The archive of a base layer; `file` is undefined while there is none at its path. */
export interface RegisteredArchive {
  readonly id: BaseLayerId;
  readonly file: ArchiveFile | undefined;
}

/** Archives by the id of their base layer, read once for the many tiles of a map. */
export class ArchiveRegistry {
  readonly #database: Database;
  readonly #objects: ObjectFinder;
  readonly #onError: (error: unknown) => void;
  readonly #cache = new LRUCache<BaseLayerId, Promise<RegisteredArchive | undefined>>({
    max: MAX_CACHED,
    ttl: CHECKED_MS,
  });

  /** `onError` gets the reason when a file is missing or a store does not answer, at most once in `CHECKED_MS` for each archive. */
  constructor(database: Database, objects: ObjectFinder, onError: (error: unknown) => void) {
    this.#database = database;
    this.#objects = objects;
    this.#onError = onError;
  }

  /** Returns undefined when the id is not that of a layer with an archive. */
  find(id: BaseLayerId): Promise<RegisteredArchive | undefined> {
    const cached = this.#cache.get(id);
    if (cached) return cached;
    const found = this.#read(id);
    this.#cache.set(id, found);
    found.catch(() => this.#cache.delete(id));
    return found;
  }

  async #read(id: BaseLayerId): Promise<RegisteredArchive | undefined> {
    const row = await this.#database.db
      .selectFrom('map_layers')
      .select('archive_path')
      .where('company_id', '=', companyOf(id))
      .where('id', '=', id)
      .executeTakeFirst();
    if (!row || row.archive_path === null) return undefined;
    return { id, file: await findArchiveFile(row.archive_path, this.#objects, this.#onError) };
  }
}
