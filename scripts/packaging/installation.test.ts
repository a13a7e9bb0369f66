import { execFile, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmod, chown, cp, mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listTrackedFiles } from '../listTrackedFiles.ts';

const run = promisify(execFile);
/** Needs root, to give the server a file system and a user that it must not have otherwise. */
const canIsolate = spawnSync('unshare', ['--mount', 'true']).status === 0 && process.getuid?.() === 0;
const NOBODY = 65534;

let folder: string;
let image: string;
let data: string;
let temporary: string;

/** What the image of the Containerfile holds, made without a container engine. */
async function buildImage(): Promise<void> {
  const source = join(folder, 'source');
  for (const file of await listTrackedFiles())
    if (
      /^(package(-lock)?\.json|(packages|apps|docs\/user-guide)\/)/.test(file) &&
      !file.endsWith('.test.ts')
    )
      await cp(file, join(source, file));
  await run(
    'npm',
    ['ci', '--omit=dev', '--workspace', '@pgis/server', '--no-audit', '--no-fund', '--prefer-offline'],
    { cwd: source },
  );
  // The build of the web application has tests of its own.
  await mkdir(join(source, 'apps/web/dist'));
  await writeFile(join(source, 'apps/web/dist/index.html'), '<title>PGIS</title>');
  const recipe = await readFile('deploy/Containerfile', 'utf8');
  for (const [, from, to] of recipe.matchAll(/^COPY --from=build \/src\/(\S+) \.\/(\S+)$/gm)) {
    const target = join(image, to ?? '');
    await mkdir(dirname(target), { recursive: true });
    await rename(join(source, from ?? ''), target);
  }
}

/** Runs a program of the image as nobody, without privileges, where it can write its data and temporary files only. */
const startIsolated = (args: readonly string[]) =>
  spawn(
    'unshare',
    [
      '--mount',
      'sh',
      '-ec',
      `mount --bind "$DATA_DIR" "$DATA_DIR"
       mount --bind "$TMPDIR" "$TMPDIR"
       mount -o remount,ro,bind /
       cd "$IMAGE"
       if touch written 2>/dev/null; then echo 'the file system can be written'; exit 9; fi
       exec setpriv --reuid=${NOBODY} --regid=${NOBODY} --clear-groups --no-new-privs --bounding-set=-all "$@"`,
      'sh',
      process.execPath,
      ...args,
    ],
    {
      env: {
        PATH: process.env.PATH,
        IMAGE: image,
        DATA_DIR: data,
        TMPDIR: temporary,
        HOST: '127.0.0.1',
        PORT: '0',
        DEMO: 'false',
        ADMIN_PASSWORD: password,
        NODE_ENV: 'production',
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );

const password = 'a fine pass 1';

beforeAll(async () => {
  if (!canIsolate) return;
  // A whole run's own temporary folder is closed to other users, whom this test needs.
  folder = await mkdtemp('/var/tmp/pgis-image-');
  image = join(folder, 'image');
  data = join(folder, 'data');
  temporary = join(folder, 'tmp');
  for (const path of [data, temporary]) {
    await mkdir(path);
    await chown(path, NOBODY, NOBODY);
  }
  await chmod(folder, 0o755);
  await buildImage();
});
afterAll(async () => {
  if (canIsolate) await rm(folder, { recursive: true, force: true });
});

test.skipIf(!canIsolate)(
  'the image’s files run as another user, without privileges, on a file system that cannot be written',
  async () => {
    const server = startIsolated(['apps/server/src/main.ts']);
    const ended = once(server, 'exit');
    let output = '';
    server.stderr.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
    const ready = new Promise<string>((resolve) => {
      createInterface(server.stdout).on('line', (line) => {
        output += `${line}\n`;
        if (line.startsWith('ready ')) resolve(line.slice('ready '.length));
      });
    });
    const url = await Promise.race([ready, ended.then(() => undefined)]);
    if (url === undefined) throw new Error(output);

    expect((await fetch(`${url}/readyz`)).status).toBe(200);
    expect(await (await fetch(url)).text()).toContain('<title>PGIS</title>');
    const tile = await fetch(`${url}/api/v1/base-map/light/10/580/312.png`);
    expect([tile.status, tile.headers.get('content-type')]).toEqual([200, 'image/png']);
    expect(await (await fetch(`${url}/api/v1/help`)).json()).toHaveLength(4);
    const token = await fetch(`${url}/api/v1/token`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'admin@localhost', password }),
    });
    expect(token.status).toBe(200);

    const backup = startIsolated(['apps/server/src/cli/pgis.ts', 'backup', join(data, 'backup.tar')]);
    const [code] = (await once(backup, 'exit')) as [number | null];
    expect([code, await readdir(data)]).toEqual([0, expect.arrayContaining(['backup.tar'])]);

    server.kill();
    expect((await ended)[0]).toBe(0);
  },
);
