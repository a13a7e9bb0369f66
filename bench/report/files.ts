import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import type { ReportExport } from '@pgis/contract';
import type { ServerProcess } from '@pgis/testkit';
import { memoryMb } from '../memory.ts';
import { alternate } from './alternate.ts';
import type { Site } from './pages.ts';

const ROUNDS = 5;
const GOAL_RATIO = 2;
const POLL_MS = 200;
/** Speed of a reader that needs some seconds for 200 000 rows. */
const SLOW_BYTES_A_SECOND = 4_000_000;

const columns = ['id', 'name', 'description', 'added', 'data.species', 'data.size'];

export async function runPsql(databaseUrl: string, command: string): Promise<void> {
  const psql = spawn('psql', ['-q', '-d', databaseUrl, '-c', command], { stdio: 'inherit' });
  const [code] = await once(psql, 'exit');
  if (code !== 0) throw new Error(`psql ended with ${code}`);
}

/**
 * Downloads the file with a program of its own, as psql reads COPY; returns its number of lines when they are
 * counted.
 */
async function fetchCsv({ url, headers }: Site, classId: number, options: readonly string[] = []) {
  const sent = Object.entries({ ...headers, 'content-type': 'application/json' });
  const curl = spawn(
    'curl',
    [
      ...['--silent', '--fail', '--output', '/dev/null', '--data', JSON.stringify({ columns })],
      ...[
        '--write-out',
        '%{size_download}',
        ...options,
        ...sent.flatMap(([name, value]) => ['--header', `${name}: ${value}`]),
      ],
      `${url}/api/v1/geoms/object-report/${classId}`,
    ],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  let bytes = '';
  curl.stdout.on('data', (chunk) => {
    bytes += chunk;
  });
  const [code] = await once(curl, 'close');
  if (code !== 0) throw new Error(`curl ended with ${code}`);
  return Number(bytes);
}

/** CSV of a layer beside COPY of the same columns, rows and order. */
export async function measureFile(
  site: Site,
  { classId, rows, databaseUrl }: { classId: number; rows: number; databaseUrl: string },
) {
  const answer = await fetch(`${site.url}/api/v1/geoms/object-report/${classId}`, {
    method: 'POST',
    headers: { ...site.headers, 'content-type': 'application/json' },
    body: JSON.stringify({ columns }),
  });
  const text = await answer.text();
  if (text.split('\r\n').length !== rows + 2) throw new Error('the file does not have all rows');
  const size = Buffer.byteLength('\ufeff') + Buffer.byteLength(text);
  const copy = `\\copy (SELECT id, name, description, created_at, data ->> 'species', data ->> 'size' FROM geoms WHERE company_id = ${Math.floor(classId / 2 ** 32)} AND class_id = ${classId} AND deleted_at IS NULL ORDER BY created_at DESC, id DESC) TO /dev/null CSV`;
  const {
    ratio,
    serverMs,
    sqlMs: copyMs,
  } = await alternate(
    async () => {
      if ((await fetchCsv(site, classId)) !== size) throw new Error('the file has another size');
    },
    () => runPsql(databaseUrl, copy),
    ROUNDS,
  );
  console.log(
    `CSV of ${rows} rows: ${serverMs.median} ms, ${ratio}x COPY; goal ${GOAL_RATIO}x: ${ratio <= GOAL_RATIO ? 'kept' : 'MISSED'}`,
  );
  return { rows, ratio, serverMs, copyMs };
}

/** Exports a report as a job and downloads the file. */
async function fetchJob({ url, headers }: Site, classId: number): Promise<void> {
  const api = `${url}/api/v1/reports/exports`;
  const sent = { ...headers, 'content-type': 'application/json' };
  const body = JSON.stringify({ classId, format: 'csv', columns });
  let job = (await (await fetch(api, { method: 'POST', headers: sent, body })).json()) as ReportExport;
  while (job.state === 'waiting' || job.state === 'running') {
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    job = (await (await fetch(`${api}/${job.id}`, { headers })).json()) as ReportExport;
  }
  if (job.state !== 'done') throw new Error(`the file of ${classId} is ${job.state}`);
  let bytes = 0;
  for await (const chunk of (await fetch(`${api}/${job.id}/file`, { headers })).body ?? [])
    bytes += (chunk as Uint8Array).length;
  if (bytes !== job.size) throw new Error(`${bytes} of ${job.size} bytes`);
  await fetch(`${api}/${job.id}`, { method: 'DELETE', headers });
}

/**
 * Returns the peak memory of the server process while it writes files of these numbers of rows, after a warm-up.
 */
export async function measureMemory(
  site: Site,
  server: ServerProcess,
  layers: Readonly<Record<number, number>>,
  direct: number,
) {
  const peakMb: Record<string, number> = {};
  const note = async (what: string, work: () => Promise<unknown>) => {
    // Resets the peak that the kernel records.
    writeFileSync(`/proc/${server.pid}/clear_refs`, '5');
    await work();
    peakMb[what] = memoryMb(server.pid, 'VmHWM');
    console.log(`memory of the server, ${what}: up to ${peakMb[what]} MB`);
  };
  const startMb = memoryMb(server.pid, 'VmRSS');
  for (const [rows, classId] of Object.entries(layers)) {
    if (Number(rows) > direct) continue;
    await note(`${rows} rows`, () => fetchCsv(site, classId));
    await note(`${rows} rows, a slow reader`, () =>
      fetchCsv(site, classId, ['--limit-rate', String(SLOW_BYTES_A_SECOND)]),
    );
  }
  for (const [rows, classId] of Object.entries(layers))
    await note(`${rows} rows as a job`, () => fetchJob(site, classId));
  return { startMb, peakMemoryMb: peakMb };
}
