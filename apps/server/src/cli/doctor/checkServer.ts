import { sql } from 'kysely';
import { findWriteLock } from '../../backup/move/writeLock.ts';
import type { Database } from '../../db/openDatabase.ts';
import { advice, type Finding, ok, problem } from './Finding.ts';

const MIN_VERSION = 15;
const MIN_POSTGIS: readonly [number, number] = [3, 3];
const MAX_USED = 0.8;
/** PostgreSQL stops accepting writes at two thousand million transactions. */
const MAX_TRANSACTION_AGE = 1_000_000_000;

interface ServerState {
  readonly version: number;
  readonly versionText: string;
  readonly encoding: string;
  readonly fsync: string;
  readonly fullPageWrites: string;
  readonly autovacuum: string;
  readonly maxConnections: number;
  readonly connections: number;
  readonly transactionAge: number;
  readonly bytes: number;
}

/** Version, extensions and the few settings of PostgreSQL that can lose data or stop the server. */
export async function checkServer(database: Database): Promise<Finding[]> {
  const { db, kind } = database;
  const { rows } = await sql<ServerState>`
    SELECT current_setting('server_version_num')::integer / 10000 AS version,
           current_setting('server_version') AS "versionText",
           current_setting('server_encoding') AS encoding,
           current_setting('fsync') AS fsync,
           current_setting('full_page_writes') AS "fullPageWrites",
           current_setting('autovacuum') AS autovacuum,
           current_setting('max_connections')::integer AS "maxConnections",
           (SELECT count(*) FROM pg_stat_activity)::integer AS connections,
           (SELECT age(datfrozenxid) FROM pg_database WHERE datname = current_database())::integer AS "transactionAge",
           pg_database_size(current_database())::double precision AS bytes`.execute(db);
  const [state] = rows;
  if (state === undefined) return [problem('It does not say what it is.')];
  const extensions = await sql<{ name: string; version: string }>`
    SELECT extname AS name, extversion AS version FROM pg_extension`.execute(db);
  const versions = new Map(extensions.rows.map(({ name, version }) => [name, version]));
  const megabytes = Math.round(state.bytes / 1e6);
  const isLocked = (await findWriteLock(database)) !== undefined;
  return [
    ...(isLocked
      ? [problem('It can only be read: pgis move locked it. Finish the move, or pgis move --unlock.')]
      : []),
    ...checkVersions(state, versions),
    ...(kind === 'postgres' ? checkOperation(state) : []),
    ok(
      kind === 'embedded'
        ? `Embedded PostgreSQL ${state.versionText}, ${megabytes} MB.`
        : `PostgreSQL ${state.versionText}, ${megabytes} MB, ${state.connections} of ${state.maxConnections} connections.`,
    ),
  ];
}

function* checkVersions(
  { version, versionText, encoding }: ServerState,
  versions: ReadonlyMap<string, string>,
): Generator<Finding> {
  if (version < MIN_VERSION)
    yield problem(`PostgreSQL ${versionText} is too old; ${MIN_VERSION} or newer is expected.`);
  const postgis = versions.get('postgis');
  const [major = 0, minor = 0] = (postgis ?? '').split('.').map(Number);
  const [minMajor, minMinor] = MIN_POSTGIS;
  if (postgis === undefined) yield problem('The extension postgis is missing: CREATE EXTENSION postgis.');
  else if (major < minMajor || (major === minMajor && minor < minMinor))
    yield problem(`PostGIS ${postgis} is too old; ${MIN_POSTGIS.join('.')} or newer is expected.`);
  if (!versions.has('btree_gist'))
    yield problem('The extension btree_gist is missing: CREATE EXTENSION btree_gist.');
  if (encoding !== 'UTF8') yield problem(`Its encoding is ${encoding}; UTF8 is expected.`);
}

function* checkOperation(state: ServerState): Generator<Finding> {
  const { fsync, fullPageWrites, autovacuum, connections, maxConnections, transactionAge } = state;
  if (fsync !== 'on') yield problem('fsync is off: a power cut can destroy the database.');
  if (fullPageWrites !== 'on') yield problem('full_page_writes is off: a power cut can destroy tables.');
  if (autovacuum !== 'on') yield problem('autovacuum is off: tables grow, and in the end writing stops.');
  if (connections > MAX_USED * maxConnections)
    yield advice(
      `${connections} of ${maxConnections} connections are used: a process takes up to 10; raise max_connections or use pgbouncer.`,
    );
  if (transactionAge > MAX_TRANSACTION_AGE)
    yield problem('Old rows were not frozen for a thousand million transactions: VACUUM the whole database.');
}
