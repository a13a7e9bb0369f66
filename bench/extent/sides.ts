import { Agent } from 'node:http';
import type { LoadReply } from '@pgis/contract';
import { type Database, openDatabase } from '@pgis/server';
import { startServerProcess } from '@pgis/testkit';
import { type CompiledQuery, sql } from 'kysely';
import { selectFeatures } from '../../apps/server/src/features/objects/loading/selectFeatures.ts';
import { listLayerAccess } from '../../apps/server/src/layers/getLayerAccess.ts';
import { requestApi } from '../requestApi.ts';

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

/**
 * Returns the largest square around the centre with at most 5 000 polygons of the layer, and their number.
 */
export async function findRequest(
  { db }: Database,
  layerId: number,
): Promise<{ request: LoadPolygons; count: number }> {
  const [x, y] = center;
  let [low, high] = [0, 400_000];
  let best: { request: LoadPolygons; count: number } | undefined;
  while (high - low > 1) {
    const halfSide = (low + high) / 2;
    const request = {
      minx: x - halfSide,
      miny: y - halfSide,
      maxx: x + halfSide,
      maxy: y + halfSide,
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
    if (count <= mostObjects) low = halfSide;
    else high = halfSide;
  }
  if (best === undefined) throw new Error('no extent with 5 000 polygons');
  return best;
}

const visitor = { kind: 'anonymous', visitorId: undefined, address: '' } as const;

/** Returns the SQL that the server sends to the database for this request. */
async function compileLoad({ db }: Database, request: LoadPolygons): Promise<CompiledQuery> {
  const layers = await listLayerAccess(db, visitor, request.classifiers);
  return selectFeatures({
    actor: visitor,
    language: 'en',
    zoom: request.zoom,
    layers,
    kinds: [3],
    extent: [request.minx, request.miny, request.maxx, request.maxy],
    styleIndexOf: () => 0,
  }).compile(db);
}

export interface Sides extends AsyncDisposable {
  /** Asks the server, a process of its own, and reads to the last byte. */
  server(): Promise<Buffer>;
  /** Sends the same SQL through the driver; the concatenated rows are the bytes of the server's list. */
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
    server: () => requestApi(agent, { url: `${server.url}/api/v1/geoms/polygons`, body }),
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

/** Throws unless the server answers exactly the existing polygons, byte for byte like the bare driver. */
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
