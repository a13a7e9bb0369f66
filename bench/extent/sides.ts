import { Agent } from 'node:http';
import type { LoadReply } from '@pgis/contract';
import { type Database, openDatabase } from '@pgis/server';
import { startServerProcess } from '@pgis/testkit';
import { type CompiledQuery, sql } from 'kysely';
import { readScopes } from '../../apps/server/src/features/objects/readScopes.ts';
import { selectLoad } from '../../apps/server/src/features/objects/selectFeatures.ts';
import { ask } from '../ask.ts';

const mostObjects = 5_000;
const zoom = 11;
const center = [2_680_000, 7_740_000] as const;

export interface LoadPolygons {
  readonly minx: number;
  readonly miny: number;
  readonly maxx: number;
  readonly maxy: number;
  readonly classifiers: readonly number[];
  readonly zoom: number;
}

/** The largest square around the centre that holds at most 5 000 polygons of the layer, and how many it holds. */
export async function findRequest(
  { db }: Database,
  layerId: number,
): Promise<{ request: LoadPolygons; count: number }> {
  const [x, y] = center;
  let [low, high] = [0, 400_000];
  let best: { request: LoadPolygons; count: number } | undefined;
  while (high - low > 1) {
    const half = (low + high) / 2;
    const request = {
      minx: x - half,
      miny: y - half,
      maxx: x + half,
      maxy: y + half,
      classifiers: [layerId],
      zoom,
    };
    const { rows } = await sql<{ count: number }>`
      SELECT count(*) AS count FROM geoms WHERE class_id = ${layerId} AND deleted_at IS NULL
        AND geom && ST_MakeEnvelope(${request.minx}, ${request.miny}, ${request.maxx}, ${request.maxy}, 3857)`.execute(
      db,
    );
    const count = rows[0]?.count ?? 0;
    if (count <= mostObjects) best = { request, count };
    if (count <= mostObjects) low = half;
    else high = half;
  }
  if (best === undefined) throw new Error('no extent with 5 000 polygons');
  return best;
}

const visitor = { kind: 'anonymous', visitorId: undefined, address: '' } as const;

/** What the server sends to the database for this request. */
async function compileLoad({ db }: Database, request: LoadPolygons): Promise<CompiledQuery> {
  const scopes = await readScopes(db, visitor, request);
  return selectLoad({
    actor: visitor,
    language: 'en',
    zoom: request.zoom,
    scopes,
    kind: 3,
    extent: [request.minx, request.miny, request.maxx, request.maxy],
    except: [],
    styleIndexOf: () => 0,
  }).compile(db);
}

export interface Sides extends AsyncDisposable {
  /** Asks the server, in a process of its own, and reads to the last byte. */
  server(): Promise<Buffer>;
  /** Sends the same SQL through the driver; the rows' texts joined are the same bytes as the server's list. */
  bare(): Promise<string>;
}

export async function openSides(databaseUrl: string, dataDir: string, load: LoadPolygons): Promise<Sides> {
  const database = await openDatabase({ databaseUrl, dataDir });
  const query = await compileLoad(database, load);
  const env = { DATABASE_URL: databaseUrl, DATA_DIR: dataDir, DEMO: 'false', LOG_LEVEL: 'warn' };
  const server = await startServerProcess(env);
  const body = JSON.stringify(load);
  const agent = new Agent({ keepAlive: true });
  return {
    server: () => ask(agent, { url: `${server.url}/api/v1/geoms/polygons`, body }),
    async bare() {
      const values = [...query.parameters];
      const { rows } = await database.pool.query<[string]>({ text: query.sql, values, rowMode: 'array' });
      return rows.map(([text]) => text).join(',');
    },
    async [Symbol.asyncDispose]() {
      agent.destroy();
      await server.stop();
      await database.close();
    },
  };
}

/** Throws unless the server answers exactly the polygons that there are, in the bytes of the bare driver. */
export async function checkAnswers({ server, bare }: Sides, count: number): Promise<number> {
  const bytes = await server();
  const text = bytes.toString('utf8');
  const { features, imageLayers } = JSON.parse(text) as LoadReply;
  const isSame = text.startsWith(`{"features":[${await bare()}],"geomStyles":[`);
  const isWhole = features.length === count && new Set(features.map(({ id }) => id)).size === count;
  if (!isSame || !isWhole || imageLayers.length > 0)
    throw new Error(`the answer is wrong: ${features.length} of ${count} features, same bytes: ${isSame}`);
  return bytes.length;
}
