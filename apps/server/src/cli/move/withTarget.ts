import { existsSync } from 'node:fs';
import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { type Database, toDatabase } from '../../db/Database.ts';
import { prepareWithoutSchema } from '../../db/databaseSnapshots.ts';
import { DirectoryInUseError } from '../../db/embedded/DirectoryInUseError.ts';
import { runEngineOn } from '../../db/embedded/runEngineOn.ts';
import { openDatabase } from '../../db/openDatabase.ts';
import { FileLock } from '../../runtime/FileLock.ts';

export interface TargetOptions {
  /** Address of PostgreSQL; undefined: a new embedded database in `dataDir`. */
  readonly to: string | undefined;
  readonly dataDir: string;
}

/** Opens the target of a move. A new embedded database gets its name when `work` has succeeded. */
export async function withTarget<T>(
  { to, dataDir }: TargetOptions,
  work: (target: Database) => Promise<T>,
): Promise<T> {
  if (to === undefined) return await withEmbedded(dataDir, work);
  const target = await openDatabase({ databaseUrl: to, dataDir });
  try {
    return await work(target);
  } finally {
    await target.close();
  }
}

async function withEmbedded<T>(dataDir: string, work: (target: Database) => Promise<T>): Promise<T> {
  const databaseDir = join(dataDir, 'database');
  using lock = FileLock.take(join(dataDir, 'owner.lock'));
  if (lock === undefined) throw new DirectoryInUseError(dataDir, undefined);
  if (existsSync(databaseDir)) throw new Error(`${databaseDir} exists: set it aside, then move again`);
  const unfinishedDir = join(dataDir, 'database.moving');
  if (!existsSync(unfinishedDir)) await prepareWithoutSchema(unfinishedDir);
  const result = await runEngineOn(unfinishedDir, (pool) =>
    work(toDatabase('embedded', pool, async () => {})),
  );
  await rename(unfinishedDir, databaseDir);
  return result;
}
