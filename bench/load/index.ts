/**
 * Two dense layers, points and polygons, on PostgreSQL, read by many users at once while others write: images, loads of
 * objects, look-ups and the image that a writer sees after a change, first without writes, then with some a second. It
 * also reports the memory of the server. LOAD_OBJECTS sets the number of objects of each layer, LOAD_SECONDS the time.
 */
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type CurrentUser, type LayerId, limits } from '@pgis/contract';
import { resolutionFromZoom } from '@pgis/geo';
import { migrateToLatest, openDatabase } from '@pgis/server';
import { actorPassword, addActors, addGroup, startServerProcess } from '@pgis/testkit';
import sharp from 'sharp';
import { type BenchServer, runOnBenchServer } from '../benchDatabase.ts';
import { compare } from '../images/compare.ts';
import { getMap } from '../images/getMap.ts';
import { memoryMb } from '../memory.ts';
import { waitUntilSeeded } from '../overview/waitUntilSeeded.ts';
import { quantile, rounded } from '../statistics.ts';
import { writeResult } from '../writeResult.ts';
import { addDenseLayers, center, type DenseLayers, halfSideM } from './objects.ts';
import { send } from './send.ts';

const OBJECTS = Number(process.env.LOAD_OBJECTS ?? 1_000_000);
const SECONDS = Number(process.env.LOAD_SECONDS ?? 60);
const USERS = 50;
const PAUSE_MS = 333;
const WRITES_A_SECOND = 2;
/** Milliseconds at a quantile, and megabytes, that are aimed at. */
const goals = { imagesP95Ms: 1_000, loadsP99Ms: 500, lookUpsP99Ms: 500, memoryMb: 700, growth: 1.1 } as const;

/** The map of a browser window. */
const [widthPx, heightPx] = [1_280, 800];
/** Zooms at which the view holds more objects than are drawn one by one, and at which it holds few. */
const imageZooms = [11, 12, 13];
const LOAD_ZOOM = 16;
/** Largest share of pixels in which a map from metatiles may differ from one of the objects themselves. */
const MAX_DIFFERENT = 0.02;
const CROP_PX = 64;

const kinds = ['images', 'loads', 'lookUps'] as const;
type Kind = (typeof kinds)[number];
/** Shares of the requests; the rest are look-ups. */
const shares = { images: 0.4, loads: 0.3 } as const;

interface Site {
  readonly url: string;
  readonly layers: DenseLayers;
  /** Headers of a user who may write. */
  readonly writer: Record<string, string>;
}

type Box = readonly [minX: number, minY: number, maxX: number, maxY: number];
type Position = readonly [x: number, y: number];

/** A user's own series of numbers between 0 and 1. */
function* numbersFrom(seed: number): Generator<number, never> {
  for (let state = seed; ; ) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    yield state / 2 ** 32;
  }
}

const toBox = ([x, y]: Position, zoom: number, sizePx: readonly [number, number]): Box => {
  const [halfWidth, halfHeight] = sizePx.map((px) => (px * resolutionFromZoom(zoom)) / 2) as [number, number];
  return [x - halfWidth, y - halfHeight, x + halfWidth, y + halfHeight];
};

/** A position in the middle half of the layers: users look at the town. */
function pickPosition(numbers: Generator<number, never>): Position {
  const offset = () => (numbers.next().value - 0.5) * halfSideM(OBJECTS);
  return [center[0] + offset(), center[1] + offset()];
}

let visitors = 0;

/** An address for each request, as a proxy reports them: many visitors stay below the limit of one. */
const visitorHeaders = () => {
  visitors += 1;
  return {
    'x-forwarded-for': `2001:db8:${(visitors >> 16).toString(16)}:${(visitors & 0xffff).toString(16)}::1`,
  };
};

interface Image {
  readonly layerId: LayerId;
  readonly box: Box;
  readonly sizePx: readonly [width: number, height: number];
  /** Further parameters. */
  readonly more?: string;
  /** Time of the user's last change, since which the image has to be; users who change nothing have none. */
  readonly changedAt?: number;
  /** Called when the image is not ready. */
  readonly onBusy?: () => void;
  /** The pixels are looked at. */
  readonly keepsBytes?: boolean;
}

/** Requests an image until it is ready, as the web application does. */
async function fetchImage({ url }: Site, image: Image): Promise<Buffer> {
  const { layerId, box, sizePx, more = '', changedAt = -Infinity, onBusy, keepsBytes = false } = image;
  const query = `${getMap(`${layerId}_polygons,${layerId}_points`, box, sizePx)}&EXCEPTIONS=application/json${more}`;
  for (;;) {
    const ageS = Math.min(limits.image.maxAgeS, Math.floor((performance.now() - changedAt) / 1_000));
    const address = `${url}/api/v1/proxy/wmsLayers/${layerId}?${query}&_maxAge=${ageS}`;
    const { status, headers, bytes } = await send(address, { headers: visitorHeaders(), keepsBytes });
    if (status === 200) return bytes;
    if (status !== 503) throw new Error(`an image was answered ${status}: ${bytes}`);
    onBusy?.();
    await sleep(1_000 * Number(headers['retry-after'] ?? 1));
  }
}

async function post(
  { url }: Site,
  path: string,
  body: object,
  headers: Record<string, string>,
): Promise<void> {
  const { status, bytes } = await send(`${url}/api/v1/geoms/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
  if (status >= 300) throw new Error(`${path} was answered ${status}: ${bytes}`);
}

class Measurements {
  readonly times: Readonly<Record<Kind | 'ownImages' | 'writes', number[]>> = {
    ...{ images: [], loads: [], lookUps: [], ownImages: [], writes: [] },
  };
  busy = 0;

  async time(kind: keyof Measurements['times'], work: () => Promise<unknown>): Promise<void> {
    const began = performance.now();
    await work();
    this.times[kind].push(performance.now() - began);
  }

  summary() {
    const entries = Object.entries(this.times).filter(([, all]) => all.length > 0);
    const of = (all: number[], share: number) => rounded(quantile(all, share));
    const quantiles = entries.map(([kind, all]) => [
      kind,
      {
        count: all.length,
        p50Ms: of(all, 0.5),
        p95Ms: of(all, 0.95),
        p99Ms: of(all, 0.99),
        maxMs: of(all, 1),
      },
    ]);
    return { ...Object.fromEntries(quantiles), answeredBusy: this.busy } as Record<
      Kind,
      { readonly p95Ms: number; readonly p99Ms: number }
    > & { readonly answeredBusy: number };
  }
}

async function actAsUser(site: Site, user: number, measured: Measurements, until: number): Promise<void> {
  const numbers = numbersFrom(user + 1);
  const next = () => numbers.next().value;
  const { points, polygons } = site.layers;
  await sleep(next() * PAUSE_MS);
  while (performance.now() < until) {
    const kind = next();
    const position = pickPosition(numbers);
    const layerId = next() < 0.5 ? points : polygons;
    if (kind < shares.images) {
      const zoom = imageZooms[Math.floor(next() * imageZooms.length)] ?? 0;
      const sizePx = [widthPx, heightPx] as const;
      const box = toBox(position, zoom, sizePx);
      const image = { layerId, box, sizePx, onBusy: () => measured.busy++ };
      await measured.time('images', () => fetchImage(site, image));
    } else if (kind < shares.images + shares.loads) {
      const [minX, minY, maxX, maxY] = toBox(position, LOAD_ZOOM, [widthPx, heightPx]);
      const extent = { minx: minX, miny: minY, maxx: maxX, maxy: maxY };
      const body = { ...extent, zoom: LOAD_ZOOM, classifiers: [layerId] };
      const path = layerId === points ? 'points' : 'polygons';
      await measured.time('loads', () => post(site, path, body, visitorHeaders()));
    } else {
      const body = { x: position[0], y: position[1], zoom: LOAD_ZOOM, classifiers: [points, polygons] };
      await measured.time('lookUps', () => post(site, 'nearestgeom', body, visitorHeaders()));
    }
    await sleep(PAUSE_MS * (0.5 + next()));
  }
}

const squareAround = ([x, y]: Position, sideM: number): string => {
  const [a, b] = [sideM / 2, -sideM / 2];
  return `POLYGON((${x + b} ${y + b},${x + a} ${y + b},${x + a} ${y + a},${x + b} ${y + a},${x + b} ${y + b}))`;
};

/** Adds objects at a fixed rate; now and then the writer requestsImage at the map afterwards. */
async function write(site: Site, measured: Measurements, until: number): Promise<Position[]> {
  const numbers = numbersFrom(0);
  const positions: Position[] = [];
  const work: Promise<void>[] = [];
  for (let count = 0; performance.now() < until; count += 1) {
    const position = pickPosition(numbers);
    positions.push(position);
    work.push(
      addObject(site, position, { measured, isPoint: count % 2 === 0, requestsImage: count % 8 < 2 }),
    );
    work.at(-1)?.catch(() => {});
    await sleep(1_000 / WRITES_A_SECOND);
  }
  await Promise.all(work);
  return positions;
}

interface Writing {
  readonly measured: Measurements;
  readonly isPoint: boolean;
  readonly requestsImage: boolean;
}

async function addObject(
  site: Site,
  position: Position,
  { measured, isPoint, requestsImage }: Writing,
): Promise<void> {
  const classId = isPoint ? site.layers.points : site.layers.polygons;
  const wkt = isPoint ? `POINT(${position.join(' ')})` : squareAround(position, 40);
  const body = { wkt, name: 'Street 1', description: 'Topic', classId, isPublic: true };
  await measured.time('writes', () => post(site, 'add', body, site.writer));
  if (!requestsImage) return;
  const sizePx = [widthPx, heightPx] as const;
  const box = toBox(position, imageZooms[1] ?? 0, sizePx);
  const image = { layerId: classId, box, sizePx, changedAt: performance.now() };
  await measured.time('ownImages', () => fetchImage(site, { ...image, onBusy: () => measured.busy++ }));
}

async function measure(site: Site, { seconds, writes }: { seconds: number; writes: boolean }) {
  const measured = new Measurements();
  const until = performance.now() + 1_000 * seconds;
  const users = Array.from({ length: USERS }, (_, user) => actAsUser(site, user, measured, until));
  const [positions] = await Promise.all([writes ? write(site, measured, until) : [], ...users]);
  return { measured, positions };
}

/** Compares the surroundings of changes, out of metatiles, with drawing their objects: the largest share of other pixels. */
async function checkImages(site: Site, positions: readonly Position[]): Promise<number> {
  const different: number[] = [];
  for (const position of positions)
    for (const layerId of Object.values(site.layers)) {
      const sizePx = [CROP_PX, CROP_PX] as const;
      const large = {
        layerId,
        box: toBox(position, imageZooms[1] ?? 0, [widthPx, heightPx]),
        sizePx: [widthPx, heightPx] as const,
      };
      const fromMetatiles = await fetchImage(site, {
        ...large,
        changedAt: performance.now(),
        keepsBytes: true,
      });
      const [left, top] = [(widthPx - CROP_PX) / 2, (heightPx - CROP_PX) / 2];
      const crop = await sharp(fromMetatiles)
        .extract({ left, top, width: CROP_PX, height: CROP_PX })
        .png()
        .toBuffer();
      const box = toBox(position, imageZooms[1] ?? 0, sizePx);
      // A token that no rule has: with rules switched off a map is drawn from its objects.
      const drawn = await fetchImage(site, {
        layerId,
        box,
        sizePx,
        more: '&_hide=0000000',
        keepsBytes: true,
      });
      different.push(await compare(crop, drawn));
    }
  return Math.max(...different);
}

/** Reads the memory of a process once a second until it is stopped. */
function watchMemory(pid: number): () => number[] {
  const readings = [memoryMb(pid)];
  const timer = setInterval(() => readings.push(memoryMb(pid)), 1_000);
  return () => {
    clearInterval(timer);
    return readings;
  };
}

/** Largest memory in the last third of the time, as a multiple of that in the second third. */
function growthOf(readings: readonly number[]): number {
  const third = Math.floor(readings.length / 3);
  return rounded(Math.max(...readings.slice(2 * third)) / Math.max(...readings.slice(third, 2 * third)));
}

async function signIn(url: string, email: string): Promise<Record<string, string>> {
  const answer = await fetch(`${url}/api/v1/token`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: actorPassword }),
  });
  const { data } = (await answer.json()) as { data: CurrentUser };
  return { authorization: `Bearer ${data.token}` };
}

async function run(bench: BenchServer, dataDir: string): Promise<void> {
  const databaseUrl = await bench.addDatabase();
  const database = await openDatabase({ databaseUrl, dataDir });
  await migrateToLatest(database);
  const { companyId, units, users } = await addActors(database);
  const groupId = await addGroup(database, { companyId, unitId: units.roads });
  const layers = await addDenseLayers(database, groupId, OBJECTS);
  await database.close();
  console.log(`${OBJECTS} points and as many polygons are there`);
  const env = {
    ...{ DATABASE_URL: databaseUrl, DATA_DIR: dataDir, LOG_LEVEL: 'silent', TRUST_PROXY: '1' },
    // `npm start` sets the same.
    MALLOC_ARENA_MAX: '2',
    MALLOC_MMAP_THRESHOLD_: '524288',
    NODE_OPTIONS: '--max-semi-space-size=8',
  };
  await using server = await startServerProcess(env);
  await waitUntilSeeded(join(dataDir, 'cache', 'images'));
  console.log('their images are drawn');
  const site: Site = { url: server.url, layers, writer: await signIn(server.url, users.writer.email) };
  await measure(site, { seconds: SECONDS / 6, writes: false }); // Warms up.
  const stopWatching = watchMemory(server.pid);
  const quiet = (await measure(site, { seconds: SECONDS / 3, writes: false })).measured.summary();
  console.log('without writes', quiet);
  const quietMb = Math.max(...stopWatching());
  const stop = watchMemory(server.pid);
  const { measured, positions } = await measure(site, { seconds: SECONDS, writes: true });
  const readings = stop();
  const written = measured.summary();
  console.log(`with ${WRITES_A_SECOND} writes a second`, written);
  const memory = { quietMb, startMb: readings[0], maxMb: Math.max(...readings), growth: growthOf(readings) };
  console.log('memory', memory);
  const differentPixels = await checkImages(site, positions.slice(-5));
  if (differentPixels > MAX_DIFFERENT)
    throw new Error(`after the writes ${differentPixels} of the pixels differ from a drawing of the objects`);
  const met = {
    images: written.images.p95Ms < goals.imagesP95Ms,
    loads: written.loads.p99Ms < goals.loadsP99Ms,
    lookUps: written.lookUps.p99Ms < goals.lookUpsP99Ms,
    busy: written.answeredBusy === 0,
    memory: memory.maxMb < goals.memoryMb && memory.growth < goals.growth,
  };
  for (const [goal, isMet] of Object.entries(met))
    console.log(`goal of ${goal}: ${isMet ? 'kept' : 'MISSED'}`);
  writeResult('load', {
    ...{ database: bench.version, objectsOfEachLayer: OBJECTS, users: USERS, seconds: SECONDS },
    ...{ writesASecond: WRITES_A_SECOND, withoutWrites: quiet, withWrites: written, memory },
    ...{ differentPixels: rounded(differentPixels), goals, met },
  });
}

await runOnBenchServer(run);
