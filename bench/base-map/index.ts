/**
 * Tiles of a town from a vector tile archive, as a browser asks for them: each zoom drawn for the first time and again from
 * the cache, then 50 browsers at once on tiles that nobody has asked for, with the memory of the server.
 */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { MapLayer } from '@pgis/contract';
import { type ServerProcess, startServerProcess } from '@pgis/testkit';
import { memoryMb } from '../memory.ts';
import { quantile, rounded } from '../statistics.ts';
import { writeResult } from '../writeResult.ts';

interface Town {
  readonly name: string;
  readonly file: string;
  readonly lonLat: readonly [number, number];
}

const fromRoot = (path: string): string => join(import.meta.dirname, '../..', path);
const towns: readonly Town[] = [
  {
    name: 'Vaduz',
    file: fromRoot('../shared/data/basemap/archives/liechtenstein_openmaptiles.pmtiles'),
    lonLat: [9.5215, 47.139],
  },
  {
    name: 'Monaco',
    file: fromRoot('apps/server/test/base-map/archives/monaco_openmaptiles.mbtiles'),
    lonLat: [7.4246, 43.7384],
  },
];

const zooms = [12, 13, 14, 15, 16, 17] as const;
/** Tiles on a side of the square around the town's middle; each is a tile of the ground and one of the names. */
const SIDE = 4;
const CLIENTS = 50;
/** Requests that a browser has under way at one server. */
const CONNECTIONS = 6;
const TILES_PER_CLIENT = 60;

async function addBaseMap(env: Record<string, string>, file: string): Promise<void> {
  const script = fromRoot('apps/server/src/cli/pgis.ts');
  await promisify(execFile)(process.execPath, [script, 'basemap', 'add', file], {
    env: { ...process.env, ...env },
  });
}

/** The addresses of both sets of tiles, as browsers get them. */
interface Templates {
  readonly ground: string;
  readonly names: string;
}

async function findTemplates({ url }: ServerProcess): Promise<Templates> {
  const layers = (await (await fetch(`${url}/api/v1/layers`)).json()) as MapLayer[];
  const source = layers.at(-1)?.sourceJson ?? '{}';
  const { url: ground, namesUrl: names } = JSON.parse(source) as { url: string; namesUrl: string };
  return { ground: url + ground, names: url + names };
}

interface Tile {
  readonly part: keyof Templates;
  /** Zoom of tiles of 512 px, one less than that of the style. */
  readonly z: number;
  readonly x: number;
  readonly y: number;
  readonly file: string;
}

function listTiles([lon, lat]: Town['lonLat'], zoom: number, file: string): Tile[] {
  const z = zoom - 1;
  const share = Math.asinh(Math.tan((lat * Math.PI) / 180)) / Math.PI;
  const left = Math.floor(((lon + 180) / 360) * 2 ** z) - SIDE / 2;
  const top = Math.floor(((1 - share) / 2) * 2 ** z) - SIDE / 2;
  return Array.from({ length: SIDE ** 2 }, (_, i) => ({
    ...{ z, file, x: left + (i % SIDE), y: top + Math.floor(i / SIDE) },
  })).flatMap((tile) => (['ground', 'names'] as const).map((part) => ({ ...tile, part })));
}

/** Loads a tile and returns its milliseconds. */
async function load(templates: Templates, { part, z, x, y, file }: Tile, scheme = 'light'): Promise<number> {
  const address = templates[part]
    .replace('{scheme}', scheme)
    .replace('{z}/{x}/{y}.png', `${z}/${x}/${file.replace('{y}', String(y))}`);
  const began = performance.now();
  // Browsers, too, ask again when the server has closed an idle connection.
  const answer = await fetch(address).catch(() => fetch(address));
  const body = answer.status === 200 ? await answer.arrayBuffer() : await answer.text();
  if (answer.status !== 200) throw new Error(`${address} answers ${answer.status}: ${body}`);
  return performance.now() - began;
}

async function measureOneByOne(templates: Templates, tiles: readonly Tile[]): Promise<number[]> {
  const times: number[] = [];
  for (const tile of tiles) times.push(await load(templates, tile));
  return times;
}

const summarize = (times: readonly number[]) => ({
  tiles: times.length,
  p50Ms: rounded(quantile(times, 0.5)),
  p95Ms: rounded(quantile(times, 0.95)),
});

/** Every client looks at a part of the town of its own, in the dark map, which is not in the cache. */
async function measureClients(templates: Templates, { lonLat }: Town, pid: number) {
  let peakMb = memoryMb(pid);
  const timer = setInterval(() => {
    peakMb = Math.max(peakMb, memoryMb(pid));
  }, 100);
  const times: number[] = [];
  const began = performance.now();
  const clients = Promise.all(
    Array.from({ length: CLIENTS }, async (_, client) => {
      const around: Town['lonLat'] = [
        lonLat[0] + ((client % 7) - 3) / 400,
        lonLat[1] + ((client % 5) - 2) / 400,
      ];
      const tiles = zooms.slice(2).flatMap((zoom) => listTiles(around, zoom, '{y}@2x.png'));
      const mine = Array.from(
        { length: TILES_PER_CLIENT },
        (_, i) => tiles[(i * 7 + client * 13) % tiles.length] as Tile,
      );
      const load1 = async (connection: number): Promise<void> => {
        for (let i = connection; i < mine.length; i += CONNECTIONS)
          times.push(await load(templates, mine[i] as Tile, 'dark'));
      };
      await Promise.all(Array.from({ length: CONNECTIONS }, (_, connection) => load1(connection)));
    }),
  );
  await clients.finally(() => clearInterval(timer));
  const seconds = (performance.now() - began) / 1000;
  return { ...summarize(times), seconds: rounded(seconds), peakMb, endMb: memoryMb(pid) };
}

async function measureTown(town: Town) {
  const dataDir = await mkdtemp(join(tmpdir(), 'pgis-bench-'));
  // All browsers of the benchmark have one address.
  const env = { DATA_DIR: dataDir, DEMO: 'false', LOG_LEVEL: 'warn', MAX_SOCKETS_PER_ADDRESS: '0' };
  const server = await startServerProcess(env);
  try {
    await addBaseMap(env, town.file);
    const templates = await findTemplates(server);
    // The worker starts, and compiles its code, with the first tiles.
    await measureOneByOne(templates, listTiles([town.lonLat[0] + 20, town.lonLat[1]], 12, '{y}.png'));
    await measureOneByOne(templates, listTiles(town.lonLat, 11, '{y}.png'));
    const startMb = memoryMb(server.pid);
    const byZoom: Record<string, unknown> = {};
    for (const file of ['{y}.png', '{y}@2x.png'])
      for (const zoom of zooms) {
        const tiles = listTiles(town.lonLat, zoom, file);
        const times = await measureOneByOne(templates, tiles);
        const firstOf = (part: Tile['part']) => summarize(times.filter((_, i) => tiles[i]?.part === part));
        const cached = summarize(await measureOneByOne(templates, tiles));
        const key = `${zoom}${file.includes('@2x') ? ' @2x' : ''}`;
        byZoom[key] = { ground: firstOf('ground'), names: firstOf('names'), cached };
      }
    const together = await measureClients(templates, town, server.pid);
    const again = await measureClients(templates, town, server.pid);
    return { startMb, byZoom, clients: CLIENTS, connections: CONNECTIONS, together, again };
  } finally {
    await server[Symbol.asyncDispose]();
    await rm(dataDir, { recursive: true, force: true });
  }
}

const result: Record<string, unknown> = {};
for (const town of towns) {
  if (!existsSync(town.file)) console.log(`Skipped ${town.name}: ${town.file} is missing`);
  else result[town.name] = await measureTown(town);
}
console.log(JSON.stringify(result, undefined, 1));
writeResult('base-map', result);
