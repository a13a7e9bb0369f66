import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Database, openDatabase } from '@pgis/server';
import { DatabaseState } from './DatabaseState.ts';

interface SharedEngine {
  readonly dataDir: string;
  /** The owner of the engine; files join it with connections of their own. */
  readonly owner: Database;
  /** The migrated database before any test. */
  readonly initial: DatabaseState;
}

/**
 * The embedded engine of this worker. A start costs 2 to 3 s of processor time, emptying the tables a tenth of that, so
 * all test files that run in one worker share an engine.
 */
let shared: Promise<SharedEngine> | undefined;

async function startEngine(): Promise<SharedEngine> {
  const dataDir = mkdtempSync(join(tmpdir(), 'pgis-test-'));
  const removeDir = () => rmSync(dataDir, { recursive: true, force: true });
  process.once('exit', removeDir);
  const database = await openDatabase({ dataDir });
  const owner: Database = {
    ...database,
    async close() {
      await database.close();
      process.off('exit', removeDir);
      removeDir();
    },
  };
  return { dataDir, owner, initial: await DatabaseState.read(owner) };
}

/** Opens the worker's embedded database as migrations leave it; closing keeps the engine for the next file. */
export async function joinSharedEngine(): Promise<Database> {
  const engine = await (shared ?? startAnew());
  if (await engine.initial.restore(engine.owner)) {
    return await openDatabase({ dataDir: engine.dataDir, mode: 'join' });
  }
  // A test has changed the schema.
  await engine.owner.close();
  return await openDatabase({ dataDir: (await startAnew()).dataDir, mode: 'join' });
}

function startAnew(): Promise<SharedEngine> {
  shared = startEngine();
  return shared;
}
