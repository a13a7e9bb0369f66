import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { toDatabase } from './Database.ts';
import { engineVersions } from './embedded/files/enginePackage.ts';
import { restoreSnapshot, type Snapshot } from './embedded/files/snapshot.ts';
import { runEngineOn } from './embedded/runEngineOn.ts';
import { migrateToLatest } from './migrate.ts';

/**
 * Creates an empty database with today's schema in a data directory that has none, from a snapshot where one
 * exists.
 */
export async function prepareEmbedded(
  databaseDir: string,
  onProgress: (line: string) => void,
): Promise<void> {
  await restoreSnapshot(toMigrated(onProgress), databaseDir);
}

/** Creates a database with PostgreSQL's own tables and the two extensions, without our schema. */
export async function prepareWithoutSchema(databaseDir: string): Promise<void> {
  await restoreSnapshot(
    toBare(() => {}),
    databaseDir,
  );
}

function toBare(onProgress: (line: string) => void): Snapshot {
  const make = async (databaseDir: string) => {
    onProgress('Making the embedded database for the first time, which takes 10 to 20 s');
    await runEngineOn(databaseDir, async (pool) => {
      await pool.query('CREATE EXTENSION postgis');
      await pool.query('CREATE EXTENSION btree_gist');
    });
  };
  return { name: 'bare', key: toKey(engineVersions()), make };
}

function toMigrated(onProgress: (line: string) => void): Snapshot {
  const make = async (databaseDir: string) => {
    await restoreSnapshot(toBare(onProgress), databaseDir);
    await runEngineOn(databaseDir, async (pool) => {
      await migrateToLatest(
        toDatabase('embedded', pool, async () => {}),
        { onProgress },
      );
    });
  };
  return { name: 'migrated', key: toKey([...engineVersions(), ...migrationSources()]), make };
}

/** Key that changes with every migration. */
export function schemaKey(): string {
  return toKey(migrationSources());
}

function migrationSources(): string[] {
  const dir = new URL('./migrations/', import.meta.url);
  const names = readdirSync(dir).filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'));
  return names.sort().map((name) => `${name}\n${readFileSync(new URL(name, dir), 'utf8')}`);
}

function toKey(parts: readonly string[]): string {
  return createHash('sha256').update(parts.join('\0')).digest('hex').slice(0, 16);
}
