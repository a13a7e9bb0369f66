import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrateToLatest } from '../../../db/migrate.ts';
import { openDatabase } from '../../../db/openDatabase.ts';
import { type IndexRow, listIndexes } from './listIndexes.ts';

let expectedIndexes: Promise<readonly IndexRow[]> | undefined;

/**
 * Reads the indexes of a new embedded database, so that no list of them has to follow the migrations. Starting one takes
 * 2 s of processor time, and a program's schema stays the same: it is read once.
 */
export function listExpectedIndexes(): Promise<readonly IndexRow[]> {
  expectedIndexes ??= readIndexesOfNewDatabase();
  return expectedIndexes;
}

async function readIndexesOfNewDatabase(): Promise<readonly IndexRow[]> {
  const dataDir = await mkdtemp(join(tmpdir(), 'pgis-doctor-'));
  try {
    const database = await openDatabase({ dataDir });
    try {
      await migrateToLatest(database);
      return (await listIndexes(database.db)).indexes;
    } finally {
      await database.close();
    }
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}
