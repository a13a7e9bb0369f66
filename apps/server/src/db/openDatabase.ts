import { type Database, toDatabase } from './Database.ts';
import { prepareEmbedded } from './databaseSnapshots.ts';
import { openEmbedded } from './embedded/openEmbedded.ts';
import { openPostgres } from './openPostgres.ts';

export type { Database } from './Database.ts';

export interface DatabaseOptions {
  /** PostgreSQL with PostGIS; the embedded engine is used without it. */
  readonly databaseUrl?: string | undefined;
  readonly dataDir: string;
  /** Receives lines for a waiting user: a first boot takes 10 to 20 s. */
  readonly onProgress?: ((line: string) => void) | undefined;
  /**
   * Embedded only. `server` (the default) owns the data directory and throws DirectoryInUseError (exit code
   * 78) when it is in use; `join` uses the engine of a running server, or starts its own when none runs.
   */
  readonly mode?: 'server' | 'join' | undefined;
}

/** Opens the database without migrating it (see `migrateToLatest`). */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  if (options.databaseUrl !== undefined) return await openPostgresDatabase(options.databaseUrl);
  const onProgress = options.onProgress ?? (() => {});
  const { pool, close } = await openEmbedded({
    dataDir: options.dataDir,
    mode: options.mode ?? 'server',
    onProgress,
    prepare: (databaseDir) => prepareEmbedded(databaseDir, onProgress),
  });
  return toDatabase('embedded', pool, close);
}

async function openPostgresDatabase(databaseUrl: string): Promise<Database> {
  const pool = await openPostgres(databaseUrl);
  return toDatabase('postgres', pool, () => pool.end());
}
