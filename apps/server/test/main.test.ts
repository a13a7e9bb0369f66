import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { type IncomingMessage, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { calls } from '@pgis/contract/calls';
import { type ServerProcess, StartFailed, startServerProcess } from '@pgis/testkit';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';

// Each test starts a whole system, some of them twice.
vi.setConfig({ testTimeout: 150_000 });

const adminPassword = 'a fine pass 1';

let dataDir: string;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'pgis-main-'));
});
afterEach(() => rm(dataDir, { recursive: true, force: true }));

const tokenOf = async ({ url }: ServerProcess, email: string, password: string) => {
  const response = await fetch(`${url}/api/v1/token`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  });
  return response.status;
};

const countWorkers = (pid: number) =>
  readdirSync(`/proc/${pid}/task`).filter(
    (thread) => readFileSync(`/proc/${pid}/task/${thread}/comm`, 'utf8') === 'WorkerThread\n',
  ).length;

const failureOf = async (env: Record<string, string>): Promise<StartFailed> => {
  const failure = await startServerProcess(env).then(
    () => undefined,
    (error: unknown) => error,
  );
  if (failure instanceof StartFailed) return failure;
  throw new Error('the server started');
};

describe('npm start (embedded)', () => {
  test('the first start makes the demo and says once where it is and how to sign in', async () => {
    await using server = await startServerProcess({ DATA_DIR: dataDir });
    const lines = server.output().split('\n');
    expect(lines.filter((line) => line.startsWith('ready '))).toEqual([`ready ${server.url}`]);
    expect(server.output()).not.toMatch(/warn|deprecat|experimental/i);
    // Two workers draw images and one the base map, before anybody asks (RenderPool.warm).
    expect(countWorkers(server.pid)).toBeGreaterThanOrEqual(3);
    const demo = /^Demo: sign in as (\S+), (\S+), (\S+) with the password (\S+)$/m.exec(server.output());
    for (const email of demo?.slice(1, 4) ?? ['none'])
      expect(await tokenOf(server, email, demo?.[4] ?? '')).toBe(200);
    const settings = await fetch(`${server.url}/api/v1/settings`);
    expect(await settings.json()).toMatchObject({ demo: true, companyName: 'Demo municipality' });
    expect(await server.stop()).toBe(0);

    const off = await failureOf({ DATA_DIR: dataDir, DEMO: 'false' });
    expect(off.exitCode).toBe(1);
    expect(off.output).toContain('admin@demo.example still has the demo password');
  });

  test('without demo an administrator is made, the password printed once and stored for the owner only', async () => {
    const env = { DATA_DIR: dataDir, DEMO: 'false', ADMIN_EMAIL: 'boss@example.org' };
    const first = await startServerProcess(env);
    const password =
      /^Sign in as boss@example\.org with the password (\S+) /m.exec(first.output())?.[1] ?? '';
    expect(await tokenOf(first, 'boss@example.org', password)).toBe(200);
    const file = join(dataDir, 'admin.txt');
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect(await readFile(file, 'utf8')).toContain(password);
    expect(await first.stop('SIGINT')).toBe(0);

    await using second = await startServerProcess(env);
    expect(second.output()).not.toContain('password');
    expect(await tokenOf(second, 'boss@example.org', password)).toBe(200);
  });

  test('bad settings are named, all at once', async () => {
    const { exitCode, output } = await failureOf({ DATA_DIR: dataDir, PORT: 'eighty', LOG_LEVEL: 'loud' });
    expect(exitCode).toBe(1);
    expect(output).toMatch(/^ {2}PORT: .+\n {2}LOG_LEVEL: .+$/m);
    expect(output).not.toContain('at ');
  });

  test('a short or common administrator password is refused', async () => {
    const refused = await failureOf({ DATA_DIR: dataDir, DEMO: 'false', ADMIN_PASSWORD: 'manchester' });
    expect(refused.output).toContain('ADMIN_PASSWORD: refused (TOO_COMMON)');
  });

  test('SIGTERM finishes what was asked', async () => {
    const server = await startServerProcess({
      DATA_DIR: dataDir,
      DEMO: 'false',
      ADMIN_PASSWORD: adminPassword,
    });
    const asked = request(`${server.url}/api/v1/token`, {
      method: 'POST',
      agent: false,
      headers: { 'content-type': 'application/json', expect: '100-continue' },
    });
    asked.flushHeaders();
    // The server has received the call; the body follows after the signal.
    await once(asked, 'continue');
    const code = server.stop();
    asked.end(JSON.stringify({ email: 'admin@localhost', password: adminPassword }));
    const [answer] = (await once(asked, 'response')) as [IncomingMessage];
    expect(answer.statusCode).toBe(200);
    answer.resume();
    expect(await code).toBe(0);
  });

  describe('a running server', () => {
    let sharedDir: string;
    let server: ServerProcess;
    beforeAll(async () => {
      sharedDir = await mkdtemp(join(tmpdir(), 'pgis-main-'));
      server = await startServerProcess({
        DATA_DIR: sharedDir,
        DEMO: 'false',
        ADMIN_PASSWORD: adminPassword,
      });
    }, 150_000);
    afterAll(async () => {
      await server.stop();
      await rm(sharedDir, { recursive: true, force: true });
    });

    test('a second start on its data directory stops with 78 and a clear line; the first goes on', async () => {
      const second = await failureOf({ DATA_DIR: sharedDir, DEMO: 'false' });
      expect(second.exitCode).toBe(78);
      expect(second.output).toMatch(/^The data directory .* is in use by process \d+\. .*DATA_DIR/m);
      expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
    });

    test('D-ERR-01: when the engine dies, answers are right or 503 with Retry-After until it is back', async () => {
      const findEngine = () =>
        Number(readFileSync(`/proc/${server.pid}/task/${server.pid}/children`, 'utf8').split(' ')[0]);
      const killed = findEngine();
      process.kill(killed, 'SIGKILL');
      let isBack = false;
      for (const deadline = Date.now() + 30_000; !isBack && Date.now() < deadline; ) {
        const response = await fetch(`${server.url}/api/v1/settings`);
        expect([200, 503]).toContain(response.status);
        if (response.status === 503) {
          expect(((await response.json()) as { error: string }).error).toBe('DATABASE_AWAY');
          expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0);
        } else isBack = ![0, killed].includes(findEngine());
      }
      expect(isBack).toBe(true);
    });

    test('the log holds no token, no e-mail and no query', async () => {
      expect(await tokenOf(server, 'admin@localhost', adminPassword)).toBe(200);
      expect(await tokenOf(server, 'admin@localhost', 'a wrong password')).toBe(400);
      const secret = 'LinkTokenThatNobodyMaySee';
      await fetch(`${server.url}/api/v1/user/new/${secret}?q=${secret}`, {
        method: 'PUT',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ newPassword: 'a wrong password' }),
      });
      const logOf = (text: string) =>
        server
          .output()
          .split('\n')
          .filter((line) => line.startsWith('{') && line.includes(text));
      // A request is logged after its answer.
      await expect.poll(() => logOf('/api/v1/user/new/:token')).toHaveLength(1);
      expect(logOf('"route":"/api/v1/token"')).toHaveLength(2);
      expect(logOf('').join('\n')).not.toMatch(/eyJ|@localhost|a wrong password|a fine pass|LinkToken/);
    });
  });
});

test('every call of the contract has a policy and a name of its own', () => {
  expect(new Set(calls.map(({ name }) => name)).size).toBe(calls.length);
  expect(new Set(calls.map(({ method, path }) => `${method} ${path}`)).size).toBe(calls.length);
  expect(calls.filter(({ policy }) => policy.audience === undefined)).toEqual([]);
});
