/** A program that migrates and is killed before a step: `migrateProcess.ts KIND POOL_OPTIONS KILL_AT`. */
import pg from 'pg';
import { toDatabase } from '../Database.ts';
import { migrateToLatest } from '../migrate.ts';
import { stepMigrations } from './stepMigrations.ts';

const [kind = '', poolOptions = '', killAt = ''] = process.argv.slice(2);
const pool = new pg.Pool(JSON.parse(poolOptions) as pg.PoolConfig);
const migrations = stepMigrations((step) => {
  if (step === Number(killAt)) process.kill(process.pid, 'SIGKILL');
});
const database = toDatabase(kind === 'embedded' ? 'embedded' : 'postgres', pool, () => pool.end());
await migrateToLatest(database, { migrations });
await database.close();
