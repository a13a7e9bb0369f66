import { ChildProcess, execFile } from 'node:child_process';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { forkReader } from '../../src/importing/worker/forkReader.ts';
import {
  extractRowsInProcess,
  inspectInProcess,
  readRowsInProcess,
} from '../../src/importing/worker/runReader.ts';
import { collect } from './collect.ts';

const view = { centerLonLat: [24.1, 56.95], zoom: 10 } as const;

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pgis-reader-'));
});
afterAll(() => rm(folder, { recursive: true }));

const file = async (name: string, content: string) => {
  const path = join(folder, name);
  await writeFile(path, content);
  return { name, path };
};
const { signal } = new AbortController();

const square = (x: number, y: number, name: string) =>
  JSON.stringify({
    type: 'Feature',
    properties: { kadastrs: `0${x}`, suga: name, vec: x % 100 },
    geometry: {
      type: 'Polygon',
      coordinates: [
        [
          [x, y],
          [x + 10, y],
          [x + 10, y + 10],
          [x, y],
        ],
      ],
    },
  });

it('finds the facts of a file, and the coordinate system that puts it on the map of the company', async () => {
  const lines = Array.from({ length: 30 }, (_, i) => square(500_000 + i, 312_000, i % 2 ? 'Bērzs' : 'Egle'));
  lines.push('{"type":"Feature","properties":{"suga":"Egle"},"geometry":null}');
  const { inspection } = await inspectInProcess(
    { files: [await file('stands.ndjson', lines.join('\n'))], options: {}, view },
    { signal },
  );
  expect(inspection).toMatchObject({
    format: 'geojson',
    featureCount: 31,
    kinds: { point: 0, line: 0, polygon: 30 },
    skipped: [{ reason: 'NO_GEOMETRY', count: 1, rows: [31] }],
    sampleTexts: ['Bērzs'],
    sampleCount: 30,
  });
  const facts = inspection.fields.map(({ name, type, distinct, isUnique }) => ({
    name,
    type,
    distinct,
    isUnique,
  }));
  expect(facts).toEqual([
    { name: 'kadastrs', type: 'text', distinct: 30, isUnique: false },
    { name: 'suga', type: 'list', distinct: 2, isUnique: false },
    { name: 'vec', type: 'integer', distinct: 30, isUnique: false },
  ]);
  expect(inspection.rows).toHaveLength(20);
  expect(inspection.rows[0]?.values).toEqual(['0500000', 'Egle', '0']);
  expect(inspection.candidates[0]).toMatchObject({
    crs: 'EPSG:3059',
    isSwapped: false,
    inside: 30,
    distanceM: 0,
  });
});

it('recognises axes that are swapped', async () => {
  const lines = [square(56.9, 24, 'a'), square(57, 24.1, 'b')].join('\n');
  const { inspection } = await inspectInProcess(
    { files: [await file('swapped.ndjson', lines)], options: {}, view },
    { signal },
  );
  expect(inspection.candidates[0]).toMatchObject({ crs: 'EPSG:4326', isSwapped: true });
});

it('sends rows that are ready for the database, and those that stay out with their reason', async () => {
  const lines = [
    square(24, 57, 'a'),
    square(24, 57, 'x'.repeat(41)),
    square(24, 57, 'c'),
    square(24, 200, 'd'),
  ];
  const files = [await file('rows.ndjson', lines.join('\n'))];
  const request = {
    ...{ files, options: {}, crs: undefined, isSwapped: false, truncates: false, isPublic: true },
    fields: [['vec', 'age']] as const,
    nameTemplate: '{suga}',
    keyFields: ['kadastrs'],
  };
  const rows = await collect(readRowsInProcess(request, { signal }));
  expect(rows).toEqual([
    expect.objectContaining({ rowNumber: 1, name: 'a', data: '{"age":24}', key: '024', isPublic: true }),
    expect.objectContaining({ rowNumber: 2, reason: 'NAME_TOO_LONG' }),
    expect.objectContaining({ rowNumber: 3, reason: 'KEY_TWICE' }),
    expect.objectContaining({ rowNumber: 4, reason: 'OUTSIDE_WORLD' }),
  ]);
});

it('a file that takes too much memory or time ends its own process alone', async () => {
  const many = Array.from({ length: 60_000 }, (_, i) =>
    square(24 + i / 1e6, 57, `name ${i} ${'x'.repeat(500)}`),
  );
  const files = [await file('many.ndjson', many.join('\n'))];
  const limited = (limits: object) => inspectInProcess({ files, options: {}, view }, { signal, limits });
  await expect(limited({ memoryMb: 12 })).rejects.toMatchObject({ code: 'TOO_MUCH_MEMORY' });
  await expect(limited({ timeMs: 20 })).rejects.toMatchObject({ code: 'TOO_MUCH_TIME' });
});

it('a missing file is a sentence, and nobody waits for a reading that was cancelled', async () => {
  const given = { name: 'given.geojson', path: join(folder, 'other', 'given.geojson') };
  await expect(inspectInProcess({ files: [given], options: {}, view }, { signal })).rejects.toMatchObject({
    code: 'DAMAGED',
  });
  const abort = new AbortController();
  const files = [await file('one.ndjson', square(24, 57, 'a'))];
  const reading = inspectInProcess({ files, options: {}, view }, { signal: abort.signal });
  abort.abort();
  await expect(reading).rejects.toThrow('abort');
});

it('a process that cannot be started is an error, and nobody waits for its end', async () => {
  const files = [await file('unread.ndjson', square(24, 57, 'a'))];
  const { execPath } = process;
  process.execPath = join(folder, 'no-such-program');
  try {
    const reading = inspectInProcess({ files, options: {}, view }, { signal });
    await expect(reading).rejects.toMatchObject({ code: 'UNEXPECTED' });
  } finally {
    process.execPath = execPath;
  }
});

it('long rows come one by one: no message is much larger than one of them', async () => {
  const count = 12;
  const lines = Array.from({ length: count }, (_, i) =>
    JSON.stringify({ type: 'Feature', properties: { id: `${i}${'š'.repeat(900_000)}` }, geometry: null }),
  );
  const files = [await file('long.ndjson', lines.join('\n'))];
  const request = { files, options: {}, crs: undefined, isSwapped: false };
  const emit = vi.spyOn(ChildProcess.prototype, 'emit');
  const rowNumbers = lines.map((_, i) => i + 1);
  const pieces = await collect(extractRowsInProcess({ ...request, rowNumbers, names: ['id'] }, { signal }));
  const rows = await collect(
    readRowsInProcess(
      { ...request, fields: [], keyFields: ['id'], truncates: false, isPublic: false },
      { signal },
    ),
  );
  const sizes = (emit.mock.calls as unknown[][]).flatMap(([name, message]) =>
    name === 'message' ? [JSON.stringify(message).length] : [],
  );
  emit.mockRestore();
  expect(pieces.join('').trimEnd().split('\n')).toHaveLength(count);
  expect(pieces.join('')).toContain(`\n12 [["11${'š'.repeat(900_000)}"],""]\n`);
  expect(rows).toHaveLength(count);
  expect(Math.max(...sizes)).toBeLessThan(1_100_000);
});

it('a character of two units is not cut where a long row is', async () => {
  const text = '😀'.repeat(700_000);
  const line = JSON.stringify({ type: 'Feature', properties: { a: text }, geometry: null });
  const files = [await file('wide.ndjson', line)];
  const request = { files, options: {}, crs: undefined, isSwapped: false, rowNumbers: [1], names: ['a'] };
  const pieces = await collect(extractRowsInProcess(request, { signal }));
  expect(pieces.length).toBeGreaterThan(1);
  const bytes = Buffer.concat(pieces.map((piece) => Buffer.from(piece)));
  expect(bytes.toString() === `1 ${JSON.stringify([[text], ''])}\n`).toBe(true);
});

it('a reading process reaches nothing by the network, whatever way it tries', async () => {
  const received: string[] = [];
  const tcp = createServer((socket) => {
    received.push('a connection');
    socket.on('error', () => {}).destroy();
  }).listen(0, '127.0.0.1');
  const udp = createSocket('udp4', () => received.push('a packet')).bind(0, '127.0.0.1');
  await Promise.all([once(tcp, 'listening'), once(udp, 'listening')]);
  const ports = { tcp: Object(tcp.address()).port as number, udp: udp.address().port };
  const path = fileURLToPath(new URL('./networkProbe.ts', import.meta.url));
  const child = forkReader(path, { paths: [], memoryMb: 200 });
  child.send(ports);
  const [outcomes] = (await once(child, 'message')) as [Record<string, string>];
  child.kill('SIGKILL');
  tcp.close();
  udp.close();
  expect(received).toEqual([]);
  const done = Object.entries(outcomes).filter(([, outcome]) => outcome === 'done');
  expect([done, Object.keys(outcomes).length]).toEqual([[], 17]);
});

it.each(['importing/worker/readerProcess.ts', 'features/reports/exports/vector/writeInThread.ts'])(
  '%s, which starts for every file, loads no schemas and no SQL builder',
  async (module) => {
    const url = new URL(`../../src/${module}`, import.meta.url).href;
    const program = `import { registerHooks } from 'node:module';
      const urls = [];
      registerHooks({ load: (url, context, next) => (urls.push(url), next(url, context)) });
      await import('${url}');
      console.log(urls.join('\\n'));
      process.exit();`;
    const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', program]);
    expect(stdout).toContain(url);
    expect(stdout.match(/\/node_modules\/(typebox|kysely|ajv)\/.*/)?.[0]).toBeUndefined();
  },
);
