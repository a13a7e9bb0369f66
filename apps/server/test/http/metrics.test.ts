import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  addActors,
  addGroup,
  addLayer,
  describeOnEachDatabase,
  signIn,
  startTestApp,
  type TestApp,
} from '@pgis/testkit';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { recordBackup } from '../../src/backup/lastBackup.ts';
import { toDatabase } from '../../src/db/Database.ts';
import { addJobs } from '../../src/jobs/jobTable.ts';

const token = 'f00dbabe'.repeat(4);
const authorization = `Bearer ${token}`;

async function findPort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

describeOnEachDatabase('metrics', (getDatabase) => {
  let t: TestApp;
  beforeAll(async () => {
    t = await startTestApp(getDatabase(), { env: { METRICS_TOKEN: token } });
    await t.app.ready();
    await t.deps.background.idle();
  });
  afterAll(() => t[Symbol.asyncDispose]());

  const read = async (app = t): Promise<string> => {
    const { status, text } = await app.call({ url: '/metrics', headers: { authorization } });
    expect(status).toBe(200);
    return text;
  };
  const numberOf = async (name: string): Promise<number> =>
    Number(
      (await read())
        .split('\n')
        .find((line) => line.startsWith(`${name} `))
        ?.slice(name.length + 1),
    );

  test('without a token and a port there is no such address', async () => {
    await using closed = await startTestApp(getDatabase());
    expect((await closed.call({ url: '/metrics', headers: { authorization } })).status).toBe(404);
  });

  test.each([undefined, 'Bearer ', `Bearer ${token}0`, `Basic ${token}`, token])(
    'a request with %s instead of the token learns nothing',
    async (wrong) => {
      const headers = wrong === undefined ? {} : { authorization: wrong };
      const { status, text } = await t.call({ url: '/metrics', headers });
      expect(status).toBe(401);
      expect(text).not.toContain('pgis_');
    },
  );

  test('numbers come as OpenMetrics: of requests, the process, the database, jobs and the disk', async () => {
    await t.call({ url: '/readyz' });
    const { headers, text } = await t.call({ url: '/metrics', headers: { authorization } });
    expect(headers['content-type']).toMatch(/^application\/openmetrics-text; version=1\.0\.0/);
    expect(text).toMatch(/# EOF\n$/);
    for (const line of [
      /^pgis_http_request_duration_seconds_count\{method="GET",route="\/readyz",status="200"\} \d+$/m,
      /^process_resident_memory_bytes \d+$/m,
      /^nodejs_eventloop_lag_p99_seconds [\d.e-]+$/m,
      /^process_cpu_seconds_total [\d.]+$/m,
      /^pgis_database_up 1$/m,
      /^pgis_database_answer_seconds 0\.\d+$/m,
      /^pgis_database_connections\{state="waiting"\} \d+$/m,
      /^pgis_jobs\{kind="erase-addresses",state="waiting"\} 1$/m,
      /^pgis_image_jobs\{state="waiting"\} 0$/m,
      /^pgis_data_dir_bytes\{kind="free"\} [1-9]\d+$/m,
      new RegExp(`^pgis_info\\{version="test",database="${getDatabase().kind}"\\} 1$`, 'm'),
    ])
      expect(text).toMatch(line);
  });

  test('jobs are counted by kind and state, and the oldest due one by its wait', async () => {
    const { companyId } = await addActors(getDatabase());
    await addJobs(getDatabase().db, t.clock, [{ companyId, kind: 'nobody-runs-this', payload: {} }]);
    t.clock.advance(600);
    expect(await read()).toContain('pgis_jobs{kind="nobody-runs-this",state="waiting"} 1\n');
    expect(await numberOf('pgis_jobs_longest_wait_seconds')).toBeGreaterThanOrEqual(600);
    await getDatabase().db.deleteFrom('jobs').where('kind', '=', 'nobody-runs-this').execute();
    expect(await read()).not.toContain('nobody-runs-this');
    t.clock.advance(-600);
  });

  test('the last backup has its time', async () => {
    await recordBackup(t.deps.config.dataDir);
    expect(
      Math.abs((await numberOf('pgis_last_backup_timestamp_seconds')) - Date.now() / 1_000),
    ).toBeLessThan(60);
  });

  test('no label holds an id, an address or a name', async () => {
    const { companyId, users, units } = await addActors(getDatabase());
    const { headers } = await signIn(t, users.moduleAdmin);
    const groupId = await addGroup(getDatabase(), { companyId, unitId: units.root });
    const layer = await addLayer(getDatabase(), { groupId, name: 'Slepens slānis' });
    await t.call({ url: `/api/v1/classifiers/${layer}`, headers });
    await t.call({ url: '/api/v1/no-such/address-of-somebody?q=secret', headers });
    const text = await read();
    expect(text).not.toContain(String(layer));
    expect(text).not.toMatch(/Slepens|somebody|secret|@/);
  });

  test('a database that is away leaves the other numbers, and the jobs without one', async () => {
    const nobody = toDatabase('postgres', new pg.Pool({ host: '127.0.0.1', port: 1 }), async () => {});
    const env = { METRICS_TOKEN: token };
    await using away = await startTestApp(getDatabase(), { env, deps: { database: nobody } });
    const text = await read(away);
    expect(text).toContain('pgis_database_up 0\n');
    expect(text).not.toMatch(/^pgis_jobs\{/m);
    expect(text).toMatch(/^process_resident_memory_bytes \d+$/m);
  });

  test('a port of its own serves metrics and nothing else, and the port of the API has none', async () => {
    const port = await findPort();
    const env = { METRICS_PORT: String(port), METRICS_TOKEN: token };
    const own = await startTestApp(getDatabase(), { env });
    try {
      await own.app.ready();
      const fetchOwn = (path: string, headers = {}) => fetch(`http://127.0.0.1:${port}${path}`, { headers });
      expect((await own.call({ url: '/metrics', headers: { authorization } })).status).toBe(404);
      expect((await fetchOwn('/metrics')).status).toBe(401);
      expect((await fetchOwn('/healthz', { authorization })).status).toBe(404);
      expect(await (await fetchOwn('/metrics', { authorization })).text()).toContain('pgis_database_up 1\n');
    } finally {
      await own[Symbol.asyncDispose]();
    }
    await expect(fetch(`http://127.0.0.1:${port}/metrics`)).rejects.toThrow();
  });

  test('a port in use stops the start', async () => {
    const taken = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => taken.once('listening', resolve));
    const env = { METRICS_PORT: String((taken.address() as AddressInfo).port) };
    const own = await startTestApp(getDatabase(), { env });
    await expect(own.app.ready()).rejects.toMatchObject({ code: 'EADDRINUSE' });
    await own[Symbol.asyncDispose]();
    await new Promise((resolve) => taken.close(resolve));
  });
});
