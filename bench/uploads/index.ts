/**
 * Ten attachments of 100 000 000 bytes at once: the memory of the real server process while they come in, against its
 * memory before. The database is a process of its own and does not count.
 */
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CurrentUser, ErrorBody, GeomFile } from '@pgis/contract';
import { limits } from '@pgis/contract';
import { type ServerProcess, sendUpload, startServerProcess } from '@pgis/testkit';
import { demoPassword } from '../../apps/server/src/demo/demoUsers.ts';
import { writeResult } from '../writeResult.ts';

const AT_ONCE = 10;
const ROUNDS = 3;
const SAMPLE_MS = 25;

function rssMb(pid: number): number {
  const kb = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return Math.round(Number(kb) / 1_000);
}

async function call<T>(url: string, body: unknown, headers: Record<string, string> = {}): Promise<T> {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`${url}: ${answer.status} ${await answer.text()}`);
  return (await answer.json()) as T;
}

/** An object of the demo and the headers of somebody who may attach to it. */
async function prepare({ url }: ServerProcess) {
  const { data } = await call<{ data: CurrentUser }>(`${url}/api/v1/token`, {
    email: 'admin@demo.example',
    password: demoPassword,
  });
  const headers = { authorization: `Bearer ${data.token}` };
  const tree = (await (await fetch(`${url}/api/v1/classifiers/1/include-children`, { headers })).json()) as {
    childClassifiers: { id: number; canAdd: boolean }[];
  }[];
  const layer = tree.flatMap(({ childClassifiers }) => childClassifiers).find(({ canAdd }) => canAdd);
  const object = { wkt: 'POINT(2670000 7740000)', name: 'Bench', description: 'Uploads', classId: layer?.id };
  const { id } = await call<{ id: number }>(`${url}/api/v1/geoms/add`, object, headers);
  return { headers, geometryId: id };
}

const dataDir = await mkdtemp(join(tmpdir(), 'pgis-bench-'));
const server = await startServerProcess({ DATA_DIR: dataDir, DEMO: 'true', LOG_LEVEL: 'warn' });
try {
  const target = { url: server.url, ...(await prepare(server)) };
  const one = await sendUpload<GeomFile[]>({ ...target, bytes: 1_000 });
  if (one?.status !== 201) throw new Error(`the first upload answers ${one?.status}`);
  const startMb = rssMb(server.pid);
  let peakMb = startMb;
  const timer = setInterval(() => {
    peakMb = Math.max(peakMb, rssMb(server.pid));
  }, SAMPLE_MS);
  const seconds: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const began = performance.now();
    const answers = await Promise.all(
      Array.from({ length: AT_ONCE }, () =>
        sendUpload<GeomFile[] & ErrorBody>({ ...target, bytes: limits.attachmentBytes }),
      ),
    );
    seconds.push(Number(((performance.now() - began) / 1_000).toFixed(1)));
    for (const answer of answers)
      if (answer?.status !== 201 || answer.json[0]?.size !== limits.attachmentBytes)
        throw new Error(`an upload answers ${answer?.status} ${JSON.stringify(answer?.json)}`);
    console.log(
      `${AT_ONCE} uploads of 100 MB: ${seconds.at(-1)} s, up to ${peakMb - startMb} MB above ${startMb} MB`,
    );
    await rm(join(dataDir, 'files'), { recursive: true, force: true });
  }
  clearInterval(timer);
  writeResult('uploads', {
    atOnce: AT_ONCE,
    bytesEach: limits.attachmentBytes,
    seconds,
    rssMb: { start: startMb, most: peakMb, aboveStart: peakMb - startMb },
  });
} finally {
  await server.stop();
  await rm(dataDir, { recursive: true, force: true });
}
